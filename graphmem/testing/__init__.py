"""Shipped for those who add a store, extractor, rule or route: builders, and contract suites to inherit."""
