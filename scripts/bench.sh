#!/usr/bin/env bash
# Prints the figures of docs/reference/quality.md: bench.sh FOLDER, with the retrieval and pair sets in it.
# Figures of speed are for idle cores: look at the load average printed first.
set -euo pipefail
data=${1:?usage: bench.sh FOLDER of the development sets}
echo "load average: $(cut -d' ' -f1-3 /proc/loadavg)"

for folder in "$data"/retrieval/*/; do
    echo "== retrieval $(basename "$folder")"
    graphmem bench retrieval "$folder" --json
done
for file in "$data"/pairs/*.jsonl; do
    echo "== pairs $(basename "$file")"
    graphmem bench pairs "$file" --json
done
echo "== store"
graphmem bench store --json
echo "== scale"
graphmem bench scale --records "${RECORDS:-340000}" --json
