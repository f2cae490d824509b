"""Embeddings off: nothing is encoded, questions are answered by the text and graph legs."""

from graphmem.errors import UsageError
from graphmem.settings import ModelSettings


def none(models: ModelSettings) -> None:
    """Give no encoder. Raises UsageError when a model is named all the same."""
    if models.encoder_model is not None:
        raise UsageError(f"encoder 'none' takes no encoder_model, {models.encoder_model!r} was given")
