"""Scores two sentences for contradiction without a language model; `load_pair_scorer` gives the packaged judge."""

from graphmem.conflicts.scorer.pair_scorer import PairScorer, load_pair_scorer

__all__ = ["PairScorer", "load_pair_scorer"]
