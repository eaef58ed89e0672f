#!/bin/bash
# Install, run, upgrade, back up and restore a site in production.
#
# docs/production.md, the systemd units and compose.yaml use this script, so each step is written once.
set -euo pipefail

APP=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
ENV_FILE=${DEPLOY_ENV_FILE:-/etc/dispersal.env}

usage() {
    cat <<'TEXT'
Usage: deploy.sh COMMAND

  environment HOST   print a new environment file for the site HOST, with fresh keys
  database           create the role and the empty database, as root
  packages           install the packages of requirements.lock into .venv
  check              check the settings and the database
  migrate            create or change the tables
  static             collect the static files
  install            packages, check, migrate, static
  upgrade            install, then try every game under the new rules and rebuild records
  run web [OPTIONS]           start a web process, with options of config.webserver
  run worker KIND [OPTIONS]   start a worker, with options of config.worker
  run beat                    start the clock for periodic tasks; run exactly one
  ready [PORT]       succeed when the web process at PORT (8000) is ready
  restart            restart the systemd units one after another, web processes last
  backup PLACE       write the database to a new file; PLACE is a file or a folder
  restore FILE       read a backup into an empty database, then migrate
  manage COMMAND     run a command of manage.py with the environment of the site
TEXT
}

fail() {
    echo "$1" >&2
    exit 1
}

# Read NAME=VALUE lines as they stand. A variable that is set already keeps its value.
load_environment() {
    [ -e "$ENV_FILE" ] || return 0
    [ -r "$ENV_FILE" ] || fail "$ENV_FILE cannot be read by the user $(id -un)."
    local line name number=0
    while IFS= read -r line || [ -n "$line" ]; do
        number=$((number + 1))
        case $line in '' | '#'*) continue ;; esac
        name=${line%%=*}
        [[ $line =~ ^[A-Z][A-Z0-9_]*= ]] || fail "$ENV_FILE: line $number is not NAME=VALUE."
        [[ ${line#*=} =~ [[:space:]\'\"\\\$\`\#] ]] &&
            fail "$ENV_FILE: $name has a space, a quote, a backslash, \$, \` or #. Write it percent-encoded, as %24 for \$."
        [ -n "${!name+set}" ] || export "${line?}"
    done < "$ENV_FILE"
}

random_text() {
    head -c "$1" /dev/urandom | base64 --wrap=0 | tr '+/' '-_' | tr -d '='
}

print_environment() {
    local word
    word=$(random_text 24)
    cat <<TEXT
PRODUCTION=1
SECRET_KEY=$(random_text 48)
ALLOWED_HOSTS=$1
HOUSE_ADDRESS=https://$1
POSTGRES_PASSWORD=$word
DATABASE_URL=postgres://dispersal:$word@127.0.0.1:5432/dispersal
REDIS_URL=redis://127.0.0.1:6379/0
EMAIL_URL=smtp://localhost?from=dispersal@$1
LOG_FORMAT=json
STATIC_ROOT=/srv/dispersal/static
VAR_DIR=/srv/dispersal/var
TEXT
}

# Give the parts of DATABASE_URL to PostgreSQL's programs by the environment, where no list of processes shows them.
name_database() {
    local line lines
    lines=$(python3 - <<'PYTHON'
import os, sys
from urllib.parse import parse_qs, unquote, urlsplit

url = urlsplit(os.environ.get("DATABASE_URL", ""))
if url.scheme not in ("postgres", "postgresql"):
    sys.exit("DATABASE_URL must name a PostgreSQL database: postgres://user:password@host:5432/name")
parts = {
    "PGHOST": unquote(url.hostname or ""),
    "PGPORT": str(url.port or 5432),
    "PGUSER": unquote(url.username or ""),
    "PGPASSWORD": unquote(url.password or ""),
    "PGDATABASE": unquote(url.path[1:]),
    "PGSSLMODE": parse_qs(url.query).get("sslmode", [""])[0],
}
print("\n".join(f"{name}={value}" for name, value in parts.items() if value))
PYTHON
    )
    while IFS= read -r line; do export "${line?}"; done <<< "$lines"
}

# Create the role and the database of DATABASE_URL, connected as an administrator: root becomes the user postgres.
# A role that exists gets the password. It goes in by standard input, where no list of processes shows it.
create_database() {
    local role password name become=()
    read -r role password name < <(name_database && echo "$PGUSER $PGPASSWORD $PGDATABASE")
    [[ $role$password$name =~ ^[A-Za-z0-9._-]+$ ]] ||
        fail "DATABASE_URL: use letters, digits, dots, _ and - for user, password and name, or create the database by hand."
    [ "$(id -u)" != 0 ] || [ -n "${PGUSER:-}" ] || become=(runuser -u postgres --)
    "${become[@]}" psql --quiet --set ON_ERROR_STOP=1 --dbname postgres << SQL
\set role $role
\set password $password
SELECT format('CREATE ROLE %I LOGIN', :'role') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec
ALTER ROLE :"role" PASSWORD :'password';
SQL
    "${become[@]}" createdb --owner "$role" --encoding UTF8 --template template0 "$name"
}

# `runuser` leaves HOME as it was. uv and pip cache in the home of the user that runs them.
own_home() {
    [ -w "${HOME:-/}" ] || HOME=$(getent passwd "$(id -un)" | cut --delimiter=: --fields=6)
    export HOME
}

# Build .venv where it is missing or older than the lock, and compile the translations. `--version` needs no settings,
# so the image can install packages before it has the rest of the project.
packages() {
    own_home
    python3 manage.py --version > /dev/null
}

manage() {
    python3 manage.py "$@"
}

check() {
    manage check --deploy --fail-level WARNING --database default
}

install() {
    packages
    check
    manage migrate --no-input
    manage collectstatic --no-input
}

upgrade() {
    install
    manage upgrade_sessions
    manage rebuild
    manage rebuild_rankings
}

run() {
    local role=${1:-} python=$APP/.venv/bin/python
    [ "${NO_BOOTSTRAP:-}" != 1 ] || python=$(command -v python3)
    [ -x "$python" ] || fail "The packages are missing. Run first: config/deploy/deploy.sh install"
    case $role in
        web) exec "$python" -m config.webserver "${@:2}" ;;
        worker) exec "$python" -m config.worker "${@:2}" ;;
        beat) exec "$python" -m config.beat ;;
        *) fail "A program is web, worker or beat, not '$role'." ;;
    esac
}

ready() {
    python3 - "http://127.0.0.1:${1:-8000}/healthz" <<'PYTHON'
import sys, urllib.request

try:
    urllib.request.urlopen(sys.argv[1], timeout=5)
except OSError as fault:
    sys.exit(f"{sys.argv[1]}: {fault}")
PYTHON
}

# Restart workers and beat, then one web process after another: the next only when the one before it is ready.
restart() {
    local unit port tries
    systemctl restart 'dispersal-worker@*' dispersal-beat.service
    for unit in $(systemctl list-units --all --plain --no-legend 'dispersal-web@*' | cut -d' ' -f1); do
        systemctl restart "$unit"
        port=${unit#*@}
        port=${port%.service}
        for tries in {60..0}; do
            ready "$port" 2> /dev/null && break
            [ "$tries" != 0 ] || fail "$unit is not ready after a minute. The other web processes still run the former release."
            sleep 1
        done
    done
}

backup() {
    local place=${1:?Name a file or a folder for the backup.}
    [ ! -d "$place" ] || place=$place/dispersal-$(date --utc +%Y%m%dT%H%M%SZ).dump
    [ ! -e "$place" ] || fail "$place exists already. A backup never replaces a file."
    umask 077
    pg_dump --format custom --file "$place.part"
    mv --no-clobber "$place.part" "$place"
    echo "$place"
}

restore() {
    local file=${1:?Name the file of the backup.} tables
    [ -r "$file" ] || fail "$file cannot be read."
    tables=$(psql --quiet --no-align --tuples-only --command "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    [ "$tables" = 0 ] || fail "The database $PGDATABASE has $tables tables. A backup is restored into an empty database only."
    pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname "$PGDATABASE" "$file"
    manage migrate --no-input
}

cd "$APP"
command=${1:-help}
[ $# = 0 ] || shift
case $command in
    help | --help | -h) usage; exit ;;
    environment) print_environment "${1:?Name the host of the site, such as dispersal.example.}"; exit ;;
esac
load_environment
case $command in
    database) create_database ;;
    packages | check | install | upgrade | restart) "$command" ;;
    migrate) manage migrate --no-input ;;
    static) manage collectstatic --no-input ;;
    run | ready | manage) "$command" "$@" ;;
    backup | restore) name_database; "$command" "$@" ;;
    *) usage >&2; exit 2 ;;
esac
