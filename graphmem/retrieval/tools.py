"""What reading needs besides a view, held together so that it is handed on as one."""

from dataclasses import dataclass, field

from graphmem.protocols import Encoder
from graphmem.retrieval.parameters import DEFAULT, Parameters
from graphmem.retrieval.reranking import Reranking
from graphmem.settings import Settings


@dataclass(frozen=True)
class Tools:
    """Encoder, settings and parameters; who re-ranks direct questions, None where nobody does.

    stored_fingerprint names the encoder of the stored vectors; None where it is not known or there are none.
    """

    encoder: Encoder | None = None
    settings: Settings = field(default_factory=Settings)
    parameters: Parameters = DEFAULT
    stored_fingerprint: str | None = None
    reranking: Reranking | None = None

    @property
    def query_encoder(self) -> Encoder | None:
        """The encoder if the stored vectors are its own; vectors of two encoders are never compared (O2)."""
        return None if self.encoder_note else self.encoder

    @property
    def encoder_note(self) -> str:
        """Why the vector leg is not asked, with the remedy; empty when it is."""
        if self.encoder is None or self.stored_fingerprint in {None, self.encoder.fingerprint}:
            return ""
        return (
            f"encoder: the stored vectors are of {self.stored_fingerprint}, the encoder is {self.encoder.fingerprint}; "
            "answered from text alone; remedy: graphmem reindex"
        )
