"""The command line: one file a command, imported when it is called."""

from graphmem.cli.main import main

__all__ = ["main"]
