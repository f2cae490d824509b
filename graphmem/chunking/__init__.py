"""Texts on their way in: files read, long texts cut into passages, the interchange format parsed and written."""
