"""A plain Cypher shell over the official driver."""

import sys

import click
from neo4j import Driver, GraphDatabase
from neo4j.exceptions import DriverError, Neo4jError
from rich.console import Console
from rich.table import Table

from graphmem.errors import StoreError


def run_shell(url: str, password: str, statement: str | None) -> None:
    """Run one statement, or each line that is read until the end of the input.

    Raises StoreError when a single statement fails; in a dialogue the fault is shown and the next line is read.
    """
    with GraphDatabase.driver(url, auth=("neo4j", password)) as driver:
        if statement is not None:
            _run(driver, statement)
            return
        for line in iter(_read_line, None):
            try:
                _run(driver, line)
            except StoreError as error:
                click.echo(f"Error: {error}", err=True)


def _read_line() -> str | None:
    while True:
        if sys.stdin.isatty():
            click.echo("neo4j> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            return None
        if line.strip(" ;\n"):
            return line.strip().rstrip(";")


def _run(driver: Driver, statement: str) -> None:
    try:
        answer = driver.execute_query(statement)
    except (Neo4jError, DriverError) as error:
        raise StoreError(str(getattr(error, "message", None) or error).splitlines()[0]) from error
    table = Table(*answer.keys)
    for record in answer.records:
        table.add_row(*(str(value) for value in record.values()))
    Console().print(table if answer.keys else "done")
