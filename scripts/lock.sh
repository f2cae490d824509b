#!/usr/bin/env bash
# Re-makes the lock files: every version with its hashes, no host names. UPGRADE=1 takes newer versions.
set -euo pipefail
cd "$(dirname "$0")/.."

compile() {
    local lock=$1
    shift
    "${PIP_COMPILE:-.venv/bin/pip-compile}" --quiet --no-strip-extras --generate-hashes --allow-unsafe --no-header \
        --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options \
        ${UPGRADE:+--upgrade} --output-file "requirements/$lock" "$@"
    printf '%s: %s packages\n' "$lock" "$(grep -c '==' "requirements/$lock")"
}

# Everything that .venv can hold is resolved first; the base is a part of it, so that one environment serves both
# `make demo` and `make test`.
compile dev.lock --extra neo4j --extra neo4j-local --extra celery --extra serve --extra pii --extra sqlcipher --extra dev \
    pyproject.toml requirements/build.in
compile base.lock --constraint requirements/dev.lock pyproject.toml requirements/build.in
# .venv never holds torch: what needs it has an environment of its own.
compile st.lock --constraint requirements/dev.lock --extra sentence-transformers --extra judge \
    pyproject.toml requirements/build.in requirements/test-st.in
