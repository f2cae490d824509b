"""`python -m graphmem.neo4j_local`."""

from graphmem.neo4j_local.commands import main

main()
