"""The deployment files agree with the settings, the queues, each other and docs/production.md."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.server.queues import QUEUES, WORKERS, merged_worker
from play.charts.pack_files import LARGEST_UPLOAD
from play.fairness import views as fairness_views
from play.sessions import exports
from tests.config.deploy.documents import (
    DEPLOY,
    PAGE,
    SCRIPT,
    chapter,
    compose,
    programs_of_compose,
    programs_of_units,
    steps,
    units,
)
from tests.shared.site import ROOT

OF_OTHERS = {
    "POSTGRES_USER": "the image of PostgreSQL",
    "POSTGRES_DB": "the image of PostgreSQL",
    "POSTGRES_PASSWORD": "the image of PostgreSQL",
    "DEPLOY_ENV_FILE": "the script",
}
"""Variables that the settings do not read, and who does."""
READ = r'(?:environ\.get|environ\[|environment\.(?:flag|number|seconds|words|one_of))\(?"([A-Z_]+)"'
HOST = re.compile(r"^[a-z0-9.-]+\.[a-z]+(:\d+)?/|^localhost[:/]")
PINNED = re.compile(r"^[a-z/]+:\d+\.\d+\.\d+(-[a-z0-9-]+)?$|^postgres:\d+\.\d+(-[a-z0-9-]+)?$")


def script(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the script with no environment but this."""
    command = [str(DEPLOY / "deploy.sh"), *arguments]
    environ = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEPLOY_ENV_FILE": "/nowhere"} | environ
    return subprocess.run(command, env=environ, capture_output=True, text=True)


def settings_variables() -> set[str]:
    """Return the variables that the code reads from the environment."""
    sources = [path.read_text() for folder in ("config", "play", "campaigns") for path in (ROOT / folder).rglob("*.py")]
    sources += [(ROOT / "manage.py").read_text(), *(path.read_text() for path in (ROOT / "engine").rglob("*.py"))]
    return {name for source in sources for name in re.findall(READ, source)} | {"SECRET_KEY", "RULES"}


def known(variables: set[str]) -> set[str]:
    """Return the variables that nobody reads."""
    return variables - settings_variables() - set(OF_OTHERS)


def dockerfile() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile, each on one line."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in lines]


def test_script_is_executable_and_lists_its_commands() -> None:
    said = script("help")
    assert said.returncode == 0
    listed = set(re.findall(r"^  ([a-z]+)", said.stdout, re.MULTILINE))
    assert {"install", "migrate", "static", "run", "upgrade", "backup", "restore", "ready", "environment"} <= listed
    for name in listed - {"environment"}:
        assert re.search(rf"^    [a-z |]*\b{name}\b[a-z |]*\)", (DEPLOY / "deploy.sh").read_text(), re.MULTILINE), name


def test_script_is_sound_shell() -> None:
    assert subprocess.run(["bash", "-n", DEPLOY / "deploy.sh"], capture_output=True).stderr == b""


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="there is no shellcheck here")
def test_shellcheck_finds_nothing() -> None:
    found = subprocess.run(["shellcheck", DEPLOY / "deploy.sh"], capture_output=True, text=True)
    assert found.stdout == ""


def test_unknown_command_and_unknown_program_are_refused() -> None:
    assert script("sing").returncode == 2
    refused = script("run", "nothing", NO_BOOTSTRAP="1")
    assert refused.returncode == 1 and "web, worker or beat" in refused.stderr


def test_environment_file_is_read_as_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "env"
    file.write_text("# a comment\nDATABASE_URL=postgres://a:b%24&;c@h/d?sslmode=require\n\nLOG_FORMAT=json")
    code = ["-c", f". {DEPLOY / 'deploy.sh'} help >/dev/null"]
    assert subprocess.run(["bash", *code], capture_output=True).returncode == 0
    shown = script("manage", "--version", DEPLOY_ENV_FILE=str(file), NO_BOOTSTRAP="1", PATH=f"{tmp_path}:/usr/bin:/bin")
    assert "must be" not in shown.stderr
    (tmp_path / "python3").write_text("#!/bin/sh\nenv\n")
    (tmp_path / "python3").chmod(0o755)
    shown = script("manage", "x", DEPLOY_ENV_FILE=str(file), LOG_FORMAT="plain", PATH=f"{tmp_path}:/usr/bin:/bin")
    assert "DATABASE_URL=postgres://a:b%24&;c@h/d?sslmode=require\n" in shown.stdout
    assert "LOG_FORMAT=plain\n" in shown.stdout, "what is set already keeps its value"


@pytest.mark.parametrize(
    "line", ["NAME='quoted'", "NAME=two words", "NAME=$HOME", "export NAME=1", "NAME=a#b", r"N=a\b"]
)
def test_environment_file_refuses_what_systemd_shell_and_compose_read_differently(tmp_path: Path, line: str) -> None:
    file = tmp_path / "env"
    file.write_text(f"{line}\n")
    refused = script("manage", "--version", DEPLOY_ENV_FILE=str(file))
    assert refused.returncode == 1 and str(file) in refused.stderr


def test_printed_environment_has_known_variables_and_fresh_keys() -> None:
    first, second = (
        dict(line.split("=", 1) for line in script("environment", "a.example").stdout.split()) for _ in "ab"
    )
    assert known(set(first)) == set()
    assert first["ALLOWED_HOSTS"] == "a.example" and first["PRODUCTION"] == "1"
    assert len(first["SECRET_KEY"]) >= 50 and first["SECRET_KEY"] != second["SECRET_KEY"]
    assert first["POSTGRES_PASSWORD"] in first["DATABASE_URL"]


def test_backup_never_replaces_a_file_and_restore_needs_one(tmp_path: Path) -> None:
    environ = {"DATABASE_URL": "postgres://a:b@127.0.0.1:1/d"}
    (tmp_path / "there").write_text("precious")
    refused = script("backup", str(tmp_path / "there"), **environ)
    assert refused.returncode == 1 and "never replaces" in refused.stderr
    assert (tmp_path / "there").read_text() == "precious"
    assert "cannot be read" in script("restore", str(tmp_path / "gone"), **environ).stderr
    assert "must name a PostgreSQL database" in script("backup", str(tmp_path), DATABASE_URL="sqlite:///x").stderr


def test_settings_variables_are_found() -> None:
    assert {"SECRET_KEY", "DATABASE_URL", "PRODUCTION", "TRUSTED_PROXIES", "VAR_DIR"} <= settings_variables()


def test_variables_of_image_and_compose_are_known() -> None:
    of_image = {pair.split("=")[0] for word, rest in dockerfile() if word == "ENV" for pair in rest.split()}
    of_services = {name for one in compose()["services"].values() for name in one.get("environment", {})}
    asked = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    assert of_image and of_services and asked
    assert known(of_image | of_services | asked) == set()
    assert asked <= {line.split("=")[0] for line in script("environment", "a.example").stdout.split()}


def test_page_lists_every_variable_that_the_settings_read() -> None:
    listed = set(
        re.findall(r"`([A-Z][A-Z_]+)`", "".join(re.findall(r"^\| `.*", chapter("5. Environment"), re.MULTILINE)))
    )
    assert listed - {"POSTGRES_PASSWORD", "NO_BOOTSTRAP"} <= settings_variables()
    read = re.findall(READ, "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "webserver.py")))
    assert {"SECRET_KEY", *read} <= listed


@pytest.mark.parametrize("programs", [programs_of_units(), programs_of_compose()], ids=["units", "compose"])
def test_every_queue_has_a_worker_and_there_is_one_beat_and_two_web_processes(programs: dict[str, list[str]]) -> None:
    assert {command[0] for command in programs.values()} == {SCRIPT}
    run = [command[2:] for command in programs.values() if command[1] == "run"]
    kinds = [command[1] for command in run if command[0] == "worker"]
    assert sorted(kinds) == sorted(WORKERS)
    assert {queue for kind in kinds for queue in merged_worker([kind]).queues} == set(QUEUES)
    assert sum(command[0] == "beat" for command in run) == 1
    assert sum(command[0] == "web" for command in run) == 2
    assert {command[0] for command in run} == {"web", "worker", "beat"}
    shown = {"web": "run web --port PORT --workers 1", "worker": "run worker KIND", "beat": "run beat"}
    assert all(f"`deploy.sh {line}`" in chapter("6. Programs") for line in shown.values())


def test_other_programs_of_compose_and_units_are_commands_of_the_script() -> None:
    listed = set(re.findall(r"^  ([a-z]+)", script("help").stdout, re.MULTILINE))
    commands = [command[1] for command in (*programs_of_units().values(), *programs_of_compose().values())]
    commands += [unit["Service"]["ExecStart"].split()[1] for unit in units().values() if unit.has_section("Service")]
    used = {step for title in ("1. One machine", "3. Upgrade", "4. Backup and restore") for step in steps(title)}
    commands += re.findall(r"\./deploy\.sh ([a-z]+)", "\n".join(used))
    commands += re.findall(r"--rm prepare ([a-z]+)", PAGE.read_text())
    assert set(commands) <= listed
    assert {"run", "backup", "restore", "install", "upgrade", "environment", "database"} <= set(commands)


def test_units_run_as_the_user_and_in_the_folder_of_the_page() -> None:
    for name, unit in units().items():
        if unit.has_section("Service"):
            assert unit["Service"]["User"] == "dispersal", name
            assert unit["Service"]["WorkingDirectory"] == "/srv/dispersal/app"
    assert "--home /srv/dispersal dispersal" in steps("1. One machine")[1]
    assert "/srv/dispersal/backups" in steps("1. One machine")[5]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_reads_every_unit_without_a_warning(tmp_path: Path) -> None:
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text().replace(SCRIPT, "/bin/true").replace("User=dispersal", "User=root")
        (tmp_path / path.name).write_text(text.replace("Group=dispersal", "Group=root"))
    names = [str(tmp_path / name.replace("@.", "@8000.")) for name in units()]
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *names]
    found = subprocess.run(command, capture_output=True, text=True, env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:"})
    assert [line for line in found.stderr.splitlines() if "dispersal" in line] == []


def test_images_are_pinned_and_name_no_host() -> None:
    images = [rest for word, rest in dockerfile() if word == "FROM"]
    images += [one["image"] for one in compose()["services"].values() if one["image"] != "dispersal:local"]
    assert len(images) == 4
    for image in images:
        assert PINNED.match(image) and not HOST.match(image), image


def test_client_of_postgresql_in_the_image_fits_the_server() -> None:
    """Debian 12 has PostgreSQL 15: its pg_dump reads no newer server."""
    assert "bookworm" in dict(dockerfile())["FROM"]
    assert compose()["services"]["database"]["image"].startswith("postgres:15.")


def test_files_that_the_image_and_compose_take_are_there() -> None:
    taken = [name for word, rest in dockerfile() if word == "COPY" for name in rest.split()[:-1]]
    assert all((ROOT / name).exists() for name in taken)
    own = [mount.split(":")[0] for one in compose()["services"].values() for mount in one.get("volumes", [])]
    assert all((DEPLOY / name).is_file() for name in own if name.startswith("./"))
    volumes = {name for name in own if not name.startswith((".", "/"))}
    assert volumes == set(compose()["volumes"])


def test_image_installs_packages_before_it_has_the_project(tmp_path: Path) -> None:
    """Then a change of the code installs nothing again."""
    copies = [rest.split() for word, rest in dockerfile() if word == "COPY"]
    for *names, where in copies[: copies.index([".", "."])]:
        (tmp_path / where).mkdir(parents=True, exist_ok=True)
        for name in names:
            shutil.copy(ROOT / name, tmp_path / where)
    environ = {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "NO_BOOTSTRAP": "1",
        "DEPLOY_ENV_FILE": "/nowhere",
    }
    command = [str(tmp_path / "config/deploy/deploy.sh"), "packages"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_health_checks_wait_for_each_other() -> None:
    services = compose()["services"]
    for name, one in services.items():
        for other, how in one.get("depends_on", {}).items():
            if how["condition"] == "service_healthy":
                assert "healthcheck" in services[other], (name, other)
    assert services["web-1"]["healthcheck"]["test"] == ["CMD", SCRIPT, "ready"]
    assert services["prepare"]["restart"] == "no"


def test_upstreams_are_the_web_processes() -> None:
    of_units = {command[4] for command in programs_of_units().values() if command[1:3] == ["run", "web"]}
    machine = (DEPLOY / "nginx" / "upstream.conf").read_text()
    assert set(re.findall(r"server 127\.0\.0\.1:(\d+) max_fails=0;", machine)) == of_units
    assert programs_of_units().keys() >= {f"dispersal-web@{port}.service" for port in of_units}
    web = {name: command for name, command in programs_of_compose().items() if command[1:3] == ["run", "web"]}
    containers = (DEPLOY / "nginx" / "upstream.compose.conf").read_text()
    assert set(re.findall(r"server ([\w-]+):8000 max_fails=0;", containers)) == set(web)
    assert all("0.0.0.0" in command and "8000" in command for command in web.values())


def test_proxy_takes_every_file_that_the_site_takes() -> None:
    site = (DEPLOY / "nginx" / "dispersal.conf").read_text()
    allowed = int(re.findall(r"client_max_body_size (\d+)m;", site)[0]) * 1024**2
    assert allowed > max(exports.LARGEST_FILE, fairness_views.LARGEST_FILE, LARGEST_UPLOAD)


def test_proxy_has_room_for_the_streams_and_hands_them_on_at_once() -> None:
    main = (DEPLOY / "nginx" / "nginx.conf").read_text()
    site = (DEPLOY / "nginx" / "dispersal.conf").read_text()
    connections, files = (
        int(re.findall(rf"{name} (\d+);", main)[0]) for name in ("worker_connections", "worker_rlimit_nofile")
    )
    assert files >= 2 * connections >= 2 * 2 * 5000
    live = site.split("location /live/")[1].split("}")[0]
    assert "proxy_buffering off;" in live
    for header in ("Host $host", "X-Forwarded-Proto $scheme", "X-Forwarded-For $remote_addr"):
        assert site.count(f"proxy_set_header {header};") == 1
    assert "proxy_set_header" not in "".join(site.split("location ")[1:]), "a location with its own forgets the others"
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in site
