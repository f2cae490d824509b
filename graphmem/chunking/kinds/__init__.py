"""Kinds of text: each file has one function of its name that finds the blocks of a text of that kind."""
