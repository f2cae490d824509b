"""The demo: stories told end to end over a real store, one a file."""

from graphmem.registry import Registry

STORIES = Registry("graphmem.demo.stories", "story")
