"""Retrieval: a question in, current records with their evidence out."""

from graphmem.retrieval.context import context
from graphmem.retrieval.log import Asked, Replay, RouteUse, log_row, replay, routes_report
from graphmem.retrieval.parameters import DEFAULT, Parameters
from graphmem.retrieval.retriever import Retriever
from graphmem.retrieval.search import ROUTES, search
from graphmem.retrieval.tools import Tools

__all__ = [
    "DEFAULT",
    "ROUTES",
    "Asked",
    "Parameters",
    "Replay",
    "Retriever",
    "RouteUse",
    "Tools",
    "context",
    "log_row",
    "replay",
    "routes_report",
    "search",
]
