"""`graphmem bench scale | store | erasure | ingest FILE | retrieval DIR | exposure | pairs FILE`."""

import tempfile
from pathlib import Path

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.errors import UsageError


@click.group("bench")
def command() -> None:
    """Benchmarks; figures of speed are for an otherwise idle machine."""


@command.command("scale")
@click.option("--records", type=click.IntRange(100), default=20_000, show_default=True, help="How many records.")
@common
def scale(terminal: Terminal, records: int) -> None:
    """A full sweep, and a night with 1 % new, over a synthetic corpus with planted differences; in a temporary SQLite
    file unless --store is given."""
    from graphmem.bench.sweep import bench_sweep

    terminal.emit(bench_sweep(records, terminal.progress, url=terminal.store if terminal.store_given else None))


@command.command("store")
@click.option("--records", type=click.IntRange(100), default=20_000, show_default=True, help="How many records.")
@common
def store(terminal: Terminal, records: int) -> None:
    """Rates and latencies of a store and of searches over it; of a temporary SQLite file unless --store is given."""
    from graphmem.bench.store import bench_store
    from graphmem.stores import open_store

    with tempfile.TemporaryDirectory() as folder:
        url = terminal.store if terminal.store_given else f"sqlite:///{Path(folder) / 'bench.db'}"
        opened = open_store(url, fingerprint="bench", dimension=384)
        try:
            terminal.emit(bench_store(opened, records, dimension=384, fingerprint="bench", progress=terminal.progress))
        finally:
            opened.close()


@command.command("latency")
@click.option("--records", type=click.IntRange(100), default=20_000, show_default=True, help="How many records.")
@click.option("--queries", type=click.IntRange(10), default=200, show_default=True, help="Questions of each kind.")
@common
def latency(terminal: Terminal, records: int, queries: int) -> None:
    """Time of whole questions by route, and peak memory; a store that --store names is filled once and kept."""
    from graphmem.bench.latency import bench_latency
    from graphmem.settings import load_settings

    url = terminal.store if terminal.store_given else None
    settings = load_settings(terminal.settings_path())
    terminal.emit(bench_latency(records, terminal.progress, url=url, queries=queries, settings=settings))


@command.command("erasure")
@click.option("--records", type=click.IntRange(100), default=100_000, show_default=True, help="How many records.")
@click.option("--erased", type=click.IntRange(1), default=1000, show_default=True, help="How many of them go.")
@common
def erasure(terminal: Terminal, records: int, erased: int) -> None:
    """Erasing one person's records from a temporary SQLite store, by stage; the files are searched afterwards."""
    from graphmem.bench.erasure import bench_erasure

    if erased > records:
        raise UsageError("--erased may not be more than --records")
    terminal.emit(bench_erasure(records, erased, terminal.progress))


@command.command("ingest")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.jsonl")
@click.option("--limit", type=click.IntRange(1), default=500, show_default=True, help="Lines at most.")
@common
def ingest(terminal: Terminal, file: Path, limit: int) -> None:
    """What taking in costs beside the models alone, as a ratio within one run."""
    from graphmem.bench.throughput import bench_ingest

    terminal.emit(bench_ingest(file, terminal.progress, limit=limit))


@command.command("retrieval")
@click.argument("directory", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--queries", default=None, metavar="NAME", help="Another file of questions in DIR.")
@common
def retrieval(terminal: Terminal, directory: Path, queries: str | None) -> None:
    """Recall, rank and latency by route on DIR/corpus.jsonl and DIR/queries.jsonl.

    In a temporary SQLite file unless --store is given, which is filled once, in a tenant of its own, and kept.
    """
    from graphmem.bench.retrieval import bench_retrieval

    if not any(directory.glob("*.jsonl")):
        raise UsageError(f"{directory} has no corpus.jsonl, nor other files of JSON lines")
    url = terminal.store if terminal.store_given else None
    terminal.emit(bench_retrieval(directory, queries=queries, store=url, progress=terminal.progress))


@command.command("exposure")
@click.option("--records", type=click.IntRange(26), default=1000, show_default=True, help="How many records, at least.")
@click.option("--asked", type=click.IntRange(1), default=40, show_default=True, help="Of how many facts to ask.")
@common
def exposure(terminal: Terminal, records: int, asked: int) -> int:
    """What is superseded, expired or withheld among the answers of every route; exit code 1 when anything is.

    In a temporary SQLite file unless --store is given, which gets a tenant of its own for it.
    """
    from graphmem.bench.exposure import bench_exposure

    url = terminal.store if terminal.store_given else None
    figures = bench_exposure(records, asked=asked, store=url, progress=terminal.progress)
    terminal.emit(figures)
    return 1 if figures.faults or figures.undecided else 0


@command.command("pairs")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@common
def pairs(terminal: Terminal, file: Path) -> None:
    """AUC, AP, best F1 and calibration error of `compare` on labelled pairs."""
    from graphmem.bench.pairs import bench_pairs
    from graphmem.services.comparing import compare_pairs
    from graphmem.settings import load_settings

    if not file.is_file():
        raise UsageError(f"there is no file {file}")
    settings = load_settings(terminal.settings_path())
    terminal.emit(bench_pairs(file, lambda batch: compare_pairs(batch, settings), terminal.progress))
