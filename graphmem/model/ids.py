"""Ids are hashes of identity fields: the same input has the same id in every process and store."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

IdPart = str | int | float | bool | None | Sequence[Any]


def make_id(prefix: str, *parts: IdPart) -> str:
    """Readable prefix, a dash and 24 hex digits of SHA-256 over the parts as canonical JSON."""
    canonical = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return f"{prefix}-{hashlib.sha256(canonical.encode()).hexdigest()[:24]}"
