#!/bin/sh
# What the container is: `cli …` (the command line), or Dagster's `webserver` or `daemon`.
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
    *)
        echo "unknown role '$role': cli, webserver or daemon" >&2
        exit 2
        ;;
esac
