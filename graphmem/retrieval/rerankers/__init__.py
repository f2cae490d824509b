"""Cross-encoders that read the question and a hit together, one a file; off unless the settings name one."""

from graphmem.registry import Registry

RERANKERS = Registry("graphmem.retrieval.rerankers", "reranker", group="graphmem.rerankers")
