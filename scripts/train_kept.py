"""What training has measured and fitted already, kept in a folder: a run that was cut off goes on where it was."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from train_model import Sample, fit_model, held_out_margins

from graphmem.conflicts.scorer.alignment import align
from graphmem.conflicts.scorer.features.vector import build_matrix, feature_names
from graphmem.conflicts.scorer.regime import regime_of
from graphmem.conflicts.scorer.trees import Forest, load_forest
from graphmem.protocols import Encoder

_PART = 1000  # pairs measured and kept together
_ASIDE = {"pair_scorer.py", "explanation.py", "change.py"}  # files of the scorer that no feature is made by
Floats = NDArray[np.float64]


class Kept:
    """Features of pairs and fitted models, each in a file named after all that it was made of."""

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        """Use the folder, which must exist."""
        self._folder = folder
        self._encoder = encoder
        self._code = _digest(_sources())

    def measure(self, pairs: Sequence[tuple[str, str]]) -> tuple[Floats, NDArray[np.str_]]:
        """The features of each pair, a row each, and its regime."""
        parts = [self._measure_part(pairs[start : start + _PART]) for start in range(0, len(pairs), _PART)]
        return np.vstack([rows for rows, _ in parts]), np.concatenate([regimes for _, regimes in parts])

    def fit(self, samples: Sequence[Sample]) -> Forest:
        """The model of these samples."""
        used = [sample for sample in samples if sample.weight > 0]
        arrays = [part for one in used for part in (one.rows, one.truth, one.row_weights())]
        path = self._path("model", _digest(np.ascontiguousarray(array).tobytes() for array in arrays))
        if not path.exists():
            self._write(path, fit_model(used, feature_names()).save)
        return load_forest(path)

    def held_out(self, sample: Sample, rest: Sequence[Sample]) -> Floats:
        """Margin of each row by models that saw no pair of its group."""
        return held_out_margins(sample, rest, self.fit)

    def _measure_part(self, pairs: Sequence[tuple[str, str]]) -> tuple[Floats, NDArray[np.str_]]:
        path = self._path("features", _digest([self._encoder.fingerprint, *(text for pair in pairs for text in pair)]))
        if not path.exists():
            rows = build_matrix(pairs, self._encoder)
            regimes = np.array([str(regime_of(align(a, b))) for a, b in pairs])
            self._write(path, lambda part: np.savez_compressed(part, rows=rows, regimes=regimes))
        with np.load(path, allow_pickle=False) as stored:
            return stored["rows"], stored["regimes"]

    def _path(self, what: str, made_of: str) -> Path:
        return self._folder / f"{what}-{_digest([self._code, made_of])}.npz"

    @staticmethod
    def _write(path: Path, write: Callable[[Path], Any]) -> None:
        part = path.with_suffix(".part.npz")
        write(part)
        part.rename(path)  # whole or not at all: the run may be stopped at any moment


def _digest(parts: Iterable[str | bytes]) -> str:
    """Digits that stand for these parts in this order."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part.encode() if isinstance(part, str) else part)
        found.update(b"\x00")
    return found.hexdigest()[:16]


def _sources() -> list[bytes]:
    """All that features and models are made by: a change there makes everything be made anew."""
    scorer = Path(str(files("graphmem.conflicts.scorer")))
    found = [path for path in sorted(scorer.rglob("*.py")) if path.name not in _ASIDE]
    found += [scorer / "data" / "wordnet.npz", Path(__file__).parent / "train_model.py"]
    return [path.read_bytes() for path in found]
