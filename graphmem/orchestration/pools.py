"""The pool of all that sweeps a store: dagster.yaml lets one run hold it at a time."""

SWEEP = "graphmem_sweep"
