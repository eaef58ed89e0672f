"""The site works without the code of config/fastpath: journeys of a player, run again with FASTPATH=0."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config.database import database
from tests.shared.site import ROOT

JOURNEYS = (
    "tests/campaigns/accounts/test_accounts.py::test_sign_up_asks_for_a_name_and_makes_an_account",
    "tests/campaigns/accounts/test_accounts.py::test_sign_in_and_out",
    "tests/campaigns/accounts/test_accounts.py::test_games_played_alone_go_and_games_with_others_stay",
    "tests/play/sessions/test_views.py::test_it_works",
    "tests/play/sessions/test_views.py::test_setting_a_table_through_the_pages",
    "tests/play/sessions/test_views.py::test_an_order_is_given_and_said_to_be",
    "tests/play/sessions/test_views.py::test_undo_in_the_page",
    "tests/play/sessions/test_views.py::test_a_finished_session_comes_back_whole",
    "tests/play/orders/test_execute.py::test_two_answers_to_one_question_collide",
    "tests/play/orders/test_execute.py::test_three_attempts_and_no_more",
    "tests/play/utils/test_sql_cache.py::test_what_is_written_is_what_an_update_writes",
    "tests/sorties/interceptor/careers/test_careers.py::test_standing_orders_are_taken_from_the_page",
    "tests/sorties/interceptor/exports/test_exports.py::test_a_career_goes_out_line_by_line_and_enemy_by_enemy",
    "tests/sorties/interceptor/exports/test_exports.py::test_a_career_goes_out_is_wiped_and_comes_in_equal",
    "tests/config/fastpath/test_switch.py::test_what_the_switch_says_holds",
)
ALWAYS = {"config.fastpath", "config.fastpath.compiled_rules"}
"""Names no private part of Django: it has a switch of its own, RULES."""


@pytest.mark.slow
def test_a_player_s_journeys_without_it():
    of_this_run = ("PYTEST", "BROKER", "BROWSER", "REDIS_URL", "DATABASE_URL", "VAR_DIR")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(of_this_run)}
    program = [sys.executable, "-m", "pytest", "-n0", "-q", "--tb=short", *JOURNEYS]
    done = subprocess.run(program, cwd=ROOT, env=inherited | {"FASTPATH": "0"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]
    assert f"{len(JOURNEYS)} passed" in done.stdout


def test_what_the_switch_says_holds(client, db):
    """Run twice: here as the settings are by default, and above without."""
    client.get("/healthz")
    loaded = {name for name in sys.modules if name.startswith("config.fastpath")} - ALWAYS
    on = os.environ.get("FASTPATH", "1") != "0"
    assert settings.FASTPATH is on
    assert bool(loaded) is on, loaded


def test_the_pool_of_django_serves_without_it(tmp_path: Path):
    server = database("postgres://me@host/games", pool_size=4, test_folder=tmp_path, fastpath=False)
    assert server["ENGINE"] == "django.db.backends.postgresql"
    assert server["OPTIONS"]["pool"]["max_size"] == 4
