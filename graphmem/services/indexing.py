"""What indexes hold of a record, and the vectors that go with it."""

from collections.abc import Sequence

import numpy as np

from graphmem.governance.description import describe_record
from graphmem.model.record import Record, RecordState, Status
from graphmem.model.rows import RecordRow
from graphmem.model.scope import GLOBAL, Sensitivity
from graphmem.protocols import Encoder, Vectors
from graphmem.resolution.state import live_text
from graphmem.store_protocol import Ledger


def index_text_of(record: Record, state: RecordState) -> str:
    """Text that text and vector indexes hold: title, speaker and live text; of the restricted a description.

    Of what waits they hold nothing. Who says "I" is asked for by name, while a text names whom it is said to.
    What is quarantined stays indexed, so that answers can count what they leave out; every leg filters it.

    A sentence that a decision retired which not every reader of the record may see stays indexed; what such a reader
    is shown is cut when the hit is made.
    """
    if state.hold is Status.UNDER_REVIEW or state.status is Status.ERASED:
        return ""
    if state.sensitivity is Sensitivity.RESTRICTED:
        return describe_record(record)
    text = live_text(record, state) if _seen_by_all(record, state) else record.text
    said = f"{record.speaker}: {text}" if record.speaker and not _names_first(record.speaker, text) else text
    return f"{record.title}\n{said}" if record.title else said


def _names_first(speaker: str, text: str) -> bool:
    return text.lstrip("*[(_ ").casefold().startswith(speaker.casefold())


def _seen_by_all(record: Record, state: RecordState) -> bool:
    return state.requires_level <= state.sensitivity.level and (not state.requires_global or record.namespace == GLOBAL)


class Indexer:
    """Keeps index texts and vectors in step with states; without an encoder there are no vectors."""

    def __init__(self, encoder: Encoder | None) -> None:
        self._encoder = encoder

    @property
    def fingerprint(self) -> str:
        """Of the encoder, empty without one."""
        return self._encoder.fingerprint if self._encoder else ""

    def encode(self, texts: Sequence[str]) -> list[bytes]:
        """float16 bytes of each text's vector, empty for an empty text or without an encoder."""
        if self._encoder is None:
            return [b"" for _ in texts]
        kept = [text for text in texts if text]
        rows = iter(pack_vectors(self._encoder.encode(kept))) if kept else iter(())
        return [next(rows) if text else b"" for text in texts]

    def put_states(self, ledger: Ledger, states: Sequence[tuple[Record, RecordState]]) -> None:
        """Write states with their index texts; vectors are made anew where the text changed."""
        if not states:
            return
        fresh = [(r, s.model_copy(update={"index_text": index_text_of(r, s)}), s.index_text) for r, s in states]
        changed = [(r, s) for r, s, before in fresh if s.index_text != before]
        ledger.put([RecordRow.of(record, state) for record, state, _ in fresh])
        if changed and self._encoder is not None:
            vectors = self.encode([state.index_text for _, state in changed])
            ledger.set_vectors(
                {record.id: v for (record, _), v in zip(changed, vectors, strict=True)}, self.fingerprint
            )


def pack_vectors(vectors: Vectors) -> list[bytes]:
    """Rows as little-endian float16 bytes, the form at rest."""
    return [row.tobytes() for row in np.ascontiguousarray(vectors, dtype="<f2")]
