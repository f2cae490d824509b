"""Which output of a classifier means contradiction."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import ModelError


def find_contradiction(id2label: dict[Any, str]) -> int:
    """Number of the output called contradiction, by the model's own configuration, never by custom.

    Raises ModelError when none or several are called so.
    """
    found = [int(number) for number, label in id2label.items() if "contradict" in str(label).lower()]
    if len(found) != 1:
        named = ", ".join(f"{number}={label}" for number, label in sorted(id2label.items(), key=str)) or "none"
        raise ModelError(f"a judge needs one output called contradiction in its config.json; there are: {named}")
    return found[0]


def read_labels(folder: Path) -> dict[str, str]:
    """`id2label` of a model folder. Raises ModelError when it cannot be read."""
    try:
        labels = json.loads((folder / "config.json").read_text(encoding="utf-8")).get("id2label") or {}
    except (OSError, ValueError, AttributeError) as error:
        raise ModelError(f"cannot read config.json in {folder}: {error}") from error
    return {str(number): str(label) for number, label in labels.items()}


def contradiction_probability(logits: NDArray[np.float64], at: int) -> NDArray[np.float64]:
    """Softmax over the outputs, that of contradiction; a model with one output gives log odds."""
    if logits.shape[1] == 1:
        return np.asarray(1 / (1 + np.exp(-logits[:, 0])), dtype=np.float64)
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted[:, at] / shifted.sum(axis=1), dtype=np.float64)
