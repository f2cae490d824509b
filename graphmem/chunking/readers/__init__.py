"""Readers: each file has one function, named as the suffix it reads, from bytes to ReadText."""
