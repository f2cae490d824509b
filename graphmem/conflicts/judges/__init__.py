"""Judges of sentence pairs beside the shipped scorer, one a file; each is asked only what the others leave open."""

from graphmem.registry import Registry

JUDGES = Registry("graphmem.conflicts.judges", "judge", group="graphmem.judges")
