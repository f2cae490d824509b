#!/usr/bin/env bash
# Sees to the programs that the tests start: Maven (Neo4j's jars), Chromium (pages), Redis (Celery's broker).
# Installs what is missing where it may (Debian, root). Elsewhere it names it; the tests that need it are then reported as
# not run, and with CI set this ends with 1.
set -euo pipefail

declare -A package_of=([mvn]=maven [chromium]=chromium [chromedriver]=chromium-driver [redis-server]=redis-server)
missing=()
for program in mvn chromium chromedriver redis-server; do
    command -v "$program" >/dev/null || missing+=("${package_of[$program]}")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "some tests need programs that this machine lacks: ${missing[*]}; without them they do not run" >&2
    [ -z "${CI:-}" ] && exit 0
    exit 1
fi
echo "installing ${missing[*]} …"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
