#!/bin/sh
# What the container is: `cli …` (the command line), `webserver`, `daemon` (Dagster), or `console` (web console and API).
set -eu
role=${1:-cli}
[ $# -gt 0 ] && shift
case $role in
    cli) exec graphmem "$@" ;;
    webserver)
        python -m graphmem.orchestration home
        exec dagster-webserver -h 0.0.0.0 -p 3000 -w "$DAGSTER_HOME/workspace.yaml" "$@"
        ;;
    daemon)
        python -m graphmem.orchestration home
        exec dagster-daemon run -w "$DAGSTER_HOME/workspace.yaml" "$@"
        ;;
    console) exec graphmem serve --host 0.0.0.0 --port 8000 "$@" ;;
    *)
        echo "unknown role '$role': cli, webserver, daemon or console" >&2
        exit 2
        ;;
esac
