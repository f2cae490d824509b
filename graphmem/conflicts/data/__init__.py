"""Shipped data of detection; SOURCES.md names origin and licence of each file."""
