"""Checks of the gate, one a file: a function (subject, policy) -> Opinion or None, named as its file."""
