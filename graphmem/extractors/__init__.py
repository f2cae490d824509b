"""Extractors: one entry a file or package, found by name through the registry."""
