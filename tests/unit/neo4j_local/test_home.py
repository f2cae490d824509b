import socket
from pathlib import Path

import pytest

from graphmem.errors import StoreError
from graphmem.neo4j_local.home import Home, Ports, Running, choose_ports


def test_a_new_home_is_made_and_known_again(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    assert home.prepare()
    home.remember(Running(pid=17, ports=Ports(bolt=1, http=2)))
    assert Home(tmp_path / "home").recall() == Running(pid=17, ports=Ports(bolt=1, http=2))


def test_a_folder_with_other_things_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(StoreError, match="was not made by graphmem"):
        Home(tmp_path).prepare()
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("content", [None, "", "not json", '{"pid": "many"}'])
def test_a_folder_that_remembers_nothing_holds_no_server(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "graphmem-neo4j.json").write_text(content)
    with pytest.raises(StoreError, match="holds no server"):
        Home(tmp_path).recall()


def test_the_password_is_random_and_its_owner_s(tmp_path: Path) -> None:
    one, two = Home(tmp_path / "one"), Home(tmp_path / "two")
    given: list[Path] = []
    for home in (one, two):
        home.prepare()
        home.make_password(given.append)
    assert one.read_password() != two.read_password()
    assert len(one.read_password()) >= 20 and one.read_password().isalnum()
    assert one.password_file.stat().st_mode & 0o777 == 0o600


def test_a_home_whose_first_start_broke_off_is_begun_again(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    assert home.prepare()
    with pytest.raises(ZeroDivisionError):
        home.make_password(lambda _: 1 // 0)
    assert home.prepare()
    home.make_password(lambda _: None)
    assert not home.prepare()


def test_own_settings_follow_ours_at_every_start(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    home.write_configuration(Ports(bolt=7001, http=7002), "1g", "64m")
    (home.folder / "conf" / "own.conf").write_text("db.transaction.timeout=10s\n")
    home.write_configuration(Ports(bolt=7003, http=7004), "1g", "64m")
    lines = (home.folder / "conf" / "neo4j.conf").read_text().splitlines()
    assert lines[-1] == "db.transaction.timeout=10s"
    assert "server.bolt.listen_address=127.0.0.1:7003" in lines
    assert "db.lock.acquisition.timeout=60s" in lines


def test_a_setting_of_our_own_gives_way_to_yours(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    (home.folder / "conf").mkdir()
    (home.folder / "conf" / "own.conf").write_text("db.lock.acquisition.timeout = 5s\n")
    home.write_configuration(Ports(), "1g", "64m")
    lines = (home.folder / "conf" / "neo4j.conf").read_text().splitlines()
    assert [line for line in lines if line.startswith("db.lock")] == ["db.lock.acquisition.timeout = 5s"]


def test_a_taken_port_gives_way_to_a_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        chosen = choose_ports(Ports(bolt=port, http=0))
    assert chosen.bolt not in (0, port)
    assert chosen.http not in (0, port)
