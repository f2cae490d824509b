"""Detectors of personal data, one a file: a function that makes one from the built-in patterns, named as its file."""
