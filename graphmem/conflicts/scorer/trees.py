"""Boosted trees and a linear part evaluated with numpy, so that scoring needs no training library."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import ModelError

Floats = NDArray[np.float64]
FORMAT = 2
CLIP = 20.0  # features are clipped to this in the linear part: one odd text must not decide alone


@dataclass(frozen=True)
class Forest:
    """Trees as flat arrays: a node goes left where its feature is at most its threshold; a leaf points to itself.

    slope and start are the linear part. The margin weighs the log odds of the trees twice, those
    of the linear part once.
    """

    names: tuple[str, ...]
    base: float
    root: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: Floats
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: Floats
    depth: int
    slope: Floats
    start: float

    def margin(self, rows: Floats) -> Floats:
        """Log odds of each row. Raises ModelError when the rows have other columns than the model."""
        if rows.ndim != 2 or rows.shape[1] != len(self.names):
            raise ModelError(f"the scorer model reads {len(self.names)} features, not {rows.shape[-1]}")
        node = np.repeat(self.root[None, :], len(rows), axis=0)
        at = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            goes_left = rows[at, self.feature[node]] <= self.threshold[node]
            node = np.where(goes_left, self.left[node], self.right[node])
        trees = self.base + self.value[node].sum(axis=1)
        linear = self.start + np.clip(rows, -CLIP, CLIP) @ self.slope
        return np.asarray((2 * trees + linear) / 3, dtype=np.float64)

    def save(self, path: Path) -> None:
        """Write a versioned archive."""
        np.savez_compressed(
            path,
            format=np.int32(FORMAT),
            names=np.array(self.names),
            base=np.float64(self.base),
            root=self.root,
            feature=self.feature,
            threshold=self.threshold,
            left=self.left,
            right=self.right,
            value=self.value,
            depth=np.int32(self.depth),
            slope=self.slope,
            start=np.float64(self.start),
        )


def load_forest(path: Path) -> Forest:
    """Read an archive that `Forest.save` wrote. Raises ModelError when it is missing or of another format."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            if int(stored["format"]) != FORMAT:
                raise ModelError(f"{path.name} has format {int(stored['format'])}, this version reads {FORMAT}")
            return Forest(
                names=tuple(str(name) for name in stored["names"]),
                base=float(stored["base"]),
                root=stored["root"],
                feature=stored["feature"],
                threshold=stored["threshold"].astype(np.float64),
                left=stored["left"],
                right=stored["right"],
                value=stored["value"].astype(np.float64),
                depth=int(stored["depth"]),
                slope=stored["slope"],
                start=float(stored["start"]),
            )
    except (OSError, EOFError, BadZipFile, KeyError, ValueError) as error:
        raise ModelError(f"cannot read the scorer model {path.name}: {error}") from error


def convert_boosting(model: Any, names: tuple[str, ...], *, slope: Floats, start: float) -> Forest:
    """A fitted binary HistGradientBoostingClassifier of scikit-learn as a Forest; rows must hold no NaN."""
    parts: dict[str, list[Any]] = {key: [] for key in ("feature", "threshold", "left", "right", "value")}
    root, offset, depth = [], 0, 0
    for (tree,) in model._predictors:
        nodes = tree.nodes
        own = np.arange(len(nodes)) + offset
        leaf = nodes["is_leaf"].astype(bool)
        root.append(offset)
        depth = max(depth, int(nodes["depth"].max()))
        parts["feature"].append(np.where(leaf, 0, nodes["feature_idx"]))
        parts["threshold"].append(np.where(leaf, 0.0, nodes["num_threshold"]))
        parts["left"].append(np.where(leaf, own, nodes["left"] + offset))
        parts["right"].append(np.where(leaf, own, nodes["right"] + offset))
        parts["value"].append(np.where(leaf, nodes["value"], 0.0))
        offset += len(nodes)
    return Forest(
        names=names,
        base=float(np.ravel(model._baseline_prediction)[0]),
        root=np.array(root, dtype=np.int32),
        feature=np.concatenate(parts["feature"]).astype(np.int16),
        threshold=np.concatenate(parts["threshold"]).astype(np.float64),
        left=np.concatenate(parts["left"]).astype(np.int32),
        right=np.concatenate(parts["right"]).astype(np.int32),
        value=np.concatenate(parts["value"]).astype(np.float64),
        depth=depth,
        slope=slope,
        start=start,
    )
