"""Benchmarks: what is measured, on whose data, with which command."""
