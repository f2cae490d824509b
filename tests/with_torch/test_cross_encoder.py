"""The cross-encoder judge with a tiny model built here; runs where torch is installed."""

from pathlib import Path

import pytest

from graphmem.conflicts.judges.cross_encoder import cross_encoder
from graphmem.errors import ModelError
from graphmem.protocols import TextPair

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "gate", "is", "open", "not"]
PAIRS = [TextPair(a="the gate is open", b="the gate is not open"), TextPair(a="the gate", b="the gate is open")]


def write_model(folder: Path, labels: list[str]) -> Path:
    """A BERT of one layer with fixed random weights; outputs are permuted with their labels."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=32).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(WORDS), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        max_position_embeddings=32, id2label=dict(enumerate(labels)),
        label2id={name: i for i, name in enumerate(labels)},
    )  # fmt: skip
    model = BertForSequenceClassification(config)
    order = [sorted(labels).index(name) for name in labels]
    with torch.no_grad():
        rows = torch.randn(len(labels), 16)
        model.classifier.weight.copy_(rows[order])
        model.classifier.bias.zero_()
    model.save_pretrained(folder)
    return folder


def test_the_order_of_the_outputs_is_read_from_the_model(tmp_path: Path) -> None:
    orders = (["contradiction", "entailment", "neutral"], ["neutral", "entailment", "contradiction"])
    first, second = (
        cross_encoder(str(write_model(tmp_path / f"tiny{i}", labels))).score(PAIRS) for i, labels in enumerate(orders)
    )
    assert [one.probability for one in first] == pytest.approx([one.probability for one in second], abs=1e-5)
    assert first[0].probability != pytest.approx(first[1].probability, abs=1e-6)


def test_either_way_round_the_score_is_the_same(tmp_path: Path) -> None:
    judge = cross_encoder(str(write_model(tmp_path / "tiny", ["entailment", "contradiction"])))
    turned = [TextPair(a=pair.b, b=pair.a) for pair in PAIRS]
    assert [one.probability for one in judge.score(PAIRS)] == pytest.approx(
        [one.probability for one in judge.score(turned)], abs=1e-5
    )
    assert judge.name == "cross_encoder:tiny"
    assert judge.score([]) == []


def test_a_model_without_a_contradiction_is_refused(tmp_path: Path) -> None:
    judge = cross_encoder(str(write_model(tmp_path / "tiny", ["LABEL_0", "LABEL_1"])))
    with pytest.raises(ModelError, match="one output called contradiction"):
        judge.score(PAIRS)


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot load the judge's model"):
        cross_encoder(str(tmp_path / "absent")).score(PAIRS)
