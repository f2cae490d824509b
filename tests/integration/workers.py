"""What the processes of the tests do; run as `python -m tests.integration.workers ROLE URL …`."""

import json
import sys

from graphmem import Memory, Principal
from graphmem.settings import ModelSettings, Settings

WHO = Principal(namespaces=["global"], roles={"agent", "reviewer", "operator"}, name="worker")
QUICK = Settings(models=ModelSettings(encoder="none", extractors=()))


def line(number: int) -> dict[str, object]:
    """A record with a given claim; no two numbers contradict each other."""
    claim = {"subject": f"Crate {number}", "attribute": "content", "value": f"lamp {number}"}
    return {"text": f"Crate {number} holds lamp {number}.", "external_id": str(number), "claims": [claim]}


def main(role: str, url: str, *arguments: str) -> None:
    """Write a range of records one batch at a time, or read until a file appears."""
    with Memory.open(url, WHO, settings=QUICK) as memory:
        if role == "write":
            first, last, size = map(int, arguments)
            stored = duplicate = 0
            for start in range(first, last, size):
                report = memory.ingest([line(n) for n in range(start, min(start + size, last))])
                assert not report.failed, report.failed
                stored, duplicate = stored + report.stored, duplicate + report.duplicate
                print(json.dumps({"acknowledged": start + size}), flush=True)
            print(json.dumps({"stored": stored, "duplicate": duplicate}), flush=True)
        else:
            seen = 0
            for _ in range(int(arguments[0])):
                hits = memory.search("crate lamp", k=50, route="lookup").hits
                assert len(hits) >= seen or seen >= 50, "what was seen stays"
                seen = max(seen, len(hits))
            print(json.dumps({"seen": seen}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
