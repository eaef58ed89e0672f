"""Start of the web server, the same by `manage.py up` and by the documented command."""

import json
import re
import resource
import subprocess
import sys

import pytest

from config import webserver
from tests.shared.site import ROOT


def started(*arguments: str, files: tuple[int, int] | None = None) -> tuple[dict[str, str], dict[str, str], str]:
    """The options with which Granian would be started, the environment that it would get, and what is said."""
    code = "import json, os, sys; os.execv = lambda path, given: print(json.dumps([given, dict(os.environ)]))\n"
    code += f"from config import webserver; webserver.main({list(arguments)!r})"
    limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, files)) if files else None
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, preexec_fn=limit)
    given, environ = json.loads(done.stdout)
    words = " ".join(given)
    return dict(re.findall(r"--([a-z-]+)(?: ([^- ][^ ]*))?", words)), environ, done.stderr


def test_streams_leave_room_for_pages() -> None:
    """Granian counts a stream as a request: when all its places are taken it answers nobody."""
    options, environ, said = started("--workers", "2")
    assert int(options["backpressure"]) >= int(environ["STREAMS_PER_PROCESS"]) + 500
    assert int(environ["STREAMS_PER_PROCESS"]) == webserver.STREAMS and not said


def test_a_web_process_that_dies_is_started_again() -> None:
    assert "respawn-failed-workers" in started()[0]


@pytest.mark.parametrize("files", [(1024, 1024), (256, 2000)])
def test_there_are_no_more_streams_than_files(files: tuple[int, int]) -> None:
    options, environ, said = started(files=files)
    streams = int(environ["STREAMS_PER_PROCESS"])
    assert 0 < streams < files[1] - webserver.PAGES and "LimitNOFILE" in said
    assert int(options["backpressure"]) == streams + webserver.PAGES


def test_a_low_soft_limit_of_files_is_raised() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = webserver.STREAMS + webserver.PAGES + webserver.OTHER_FILES
    assert hard == resource.RLIM_INFINITY or hard >= wanted, "this machine allows too few"
    _options, environ, said = started(files=(256, hard))
    assert int(environ["STREAMS_PER_PROCESS"]) == webserver.STREAMS and not said
