"""The encoder that the settings ask for."""

from typing import cast

from graphmem.protocols import Encoder
from graphmem.registry import Registry
from graphmem.settings import ModelSettings

ENCODERS = Registry(package="graphmem.encoders", what="encoder", group="graphmem.encoders")


def load_encoder(models: ModelSettings) -> Encoder | None:
    """Build the encoder of the settings, or nothing when embeddings are off; its model is read at the first use.

    Raises UnknownNameError for a name that does not exist, UsageError for a model that the encoder does not take.
    """
    return cast("Encoder | None", ENCODERS.get(models.encoder)(models))
