"""The cross-encoder reranker with a tiny model built here; runs where torch is installed."""

from pathlib import Path

import pytest

from graphmem.errors import ModelError
from graphmem.retrieval.rerankers.cross_encoder import cross_encoder
from tests.with_torch.test_cross_encoder import write_model

TEXTS = ["the gate is open", "the gate is not open", "open"]


def test_the_only_output_is_the_relevance(tmp_path: Path) -> None:
    reranker = cross_encoder(str(write_model(tmp_path / "tiny", ["relevant"])))
    reranker.prepare()
    scores = reranker.score("is the gate open", TEXTS)
    assert len(set(scores)) == len(TEXTS)
    assert all(0 < score < 1 for score in scores)
    assert [reranker.score("is the gate open", [text])[0] for text in TEXTS] == pytest.approx(scores, abs=1e-5)
    assert reranker.name == "cross_encoder:tiny"


def test_a_classifier_is_refused(tmp_path: Path) -> None:
    reranker = cross_encoder(str(write_model(tmp_path / "tiny", ["entailment", "contradiction"])))
    with pytest.raises(ModelError, match="one output; this model has 2"):
        reranker.score("is the gate open", TEXTS)


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot load the reranker's model"):
        cross_encoder(str(tmp_path / "absent")).prepare()
