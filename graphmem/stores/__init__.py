"""Stores: one protocol, an embedded and a server implementation."""
