"""Retrieval: a question in, current records with their evidence out."""

from graphmem.retrieval.context import context
from graphmem.retrieval.parameters import DEFAULT, Parameters
from graphmem.retrieval.retriever import Retriever
from graphmem.retrieval.search import ROUTES, search
from graphmem.retrieval.tools import Tools

__all__ = ["DEFAULT", "ROUTES", "Parameters", "Retriever", "Tools", "context", "search"]
