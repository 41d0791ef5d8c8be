"""Error messages for wrong use."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import venuesim


def test_mistakes_have_their_place(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("name: wrong\nduratoin: 3 min\nvenue: nowhere.yaml\nagents: []\n")
    mistakes = venuesim.check(path)
    assert {(m.line, m.suggestion) for m in mistakes} >= {(2, "duration")}
    assert mistakes[0].file == str(path)
    with pytest.raises(venuesim.InputError) as caught:
        venuesim.run(path)
    # Raised, the mistakes are those that `check` lists.
    assert set(caught.value.diagnostics) >= set(mistakes)
    assert "(did you mean 'duration'?)" in str(caught.value)


def test_suggestions_are_read_out_of_messages() -> None:
    with pytest.raises(venuesim.InputError) as caught:
        venuesim.run("coridor")
    (mistake,) = caught.value.diagnostics
    assert mistake.suggestion == "corridor"
    assert mistake.message.startswith("unknown scenario 'coridor'; there are ")
    odd = "a.yaml:1:2: unknown key 'a' (did you mean 'it's'?)"
    (mistake,) = venuesim.InputError(odd).diagnostics
    assert mistake == ("a.yaml", 1, 2, "unknown key 'a'", "it's")
    assert str(mistake) == odd


def test_a_good_file_has_no_mistakes() -> None:
    assert venuesim.check(venuesim.scenarios()["corridor"]) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"scenario": "coridor"}, "did you mean 'corridor'"),
        ({"scenario": "no/such/file.yaml"}, "no/such/file.yaml"),
        ({"scenario": "corridor", "settings": {"stack.locator.windw": "2 s"}}, "window"),
        ({"scenario": "corridor", "seeds": []}, "give one seed or more"),
        ({"scenario": "corridor", "seeds": [-1, 2]}, "each 0 or more"),
        ({"scenario": "corridor", "seeds": [1, 5, 1]}, "seed 1 is listed twice"),
        ({"scenario": "corridor", "seeds": [1, "2"]}, "seeds are a number"),
        ({"scenario": "corridor", "seeds": 1.5}, "seeds are a number"),
        ({"scenario": "corridor", "seeds": (1, 2, 3)}, "the first and the last seed"),
        ({"scenario": "corridor", "seeds": "9-1"}, "begins above its end"),
        ({"scenario": "corridor", "parts": {"locater": "radio-map"}}, "did you mean 'locator'"),
        ({"scenario": "corridor", "jobs": 0}, "--jobs takes"),
        ({"scenario": {"name": "x", "agents": [object()]}}, "a scenario's values must be"),
    ],
)
def test_wrong_arguments_are_told_in_a_line(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(venuesim.InputError, match=words.replace("(", r"\(")) as caught:
        venuesim.run(**arguments)  # type: ignore[arg-type]
    assert "Traceback" not in str(caught.value)


def test_unknown_figures_and_tables_name_what_is_there(corridor: venuesim.Run) -> None:
    with pytest.raises(venuesim.InputError, match="did you mean 'horizontal_error.p95'"):
        corridor.value("horizontal_eror.p95")
    with pytest.raises(venuesim.InputError, match="did you mean 'fixes'"):
        corridor.table("fixs")


def test_unknown_figures_show_a_page_of_no_others(corridor: venuesim.Run) -> None:
    with pytest.raises(venuesim.InputError) as caught:
        corridor.value("horizontal_error")
    assert "there are horizontal_error.mean, " in str(caught.value)
    assert "power" not in str(caught.value) and len(str(caught.value)) < 400
    with pytest.raises(venuesim.InputError, match="a figure is METRIC.STATISTIC, such as"):
        corridor.value("nonsense")


def test_mistakes_in_a_dictionary_name_no_temporary_file() -> None:
    venue = {"name": "x", "levls": []}
    scenario = {"name": "own", "duratoin": "1 min", "venue": venue, "agents": []}
    with pytest.raises(venuesim.InputError) as caught:
        venuesim.run(scenario)
    assert "scenario 'own': unknown key 'duratoin' (did you mean 'duration'?)" in str(caught.value)
    assert "venuesim-py-" not in str(caught.value)
    with pytest.raises(venuesim.InputError, match="venue: unknown key 'levls'"):
        venuesim.run({**scenario, "duration": "1 min", "duratoin": None})


def test_an_instance_can_not_serve_two_devices() -> None:
    class Silent(venuesim.Stack):
        pass

    with pytest.raises(TypeError, match="give a class or a function"):
        venuesim.run("corridor", stack=Silent())  # type: ignore[arg-type]


def test_without_a_program_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VENUESIM", str(tmp_path / "nothing"))
    with pytest.raises(venuesim.ToolError, match="set it to the path"):
        venuesim.version()
    monkeypatch.delenv("VENUESIM")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("venuesim._binary.NATIVE", str(tmp_path / "nothing"))
    with pytest.raises(venuesim.ToolError, match="no venuesim program here") as caught:
        venuesim.version()
    assert "\n" not in str(caught.value)


def test_the_packages_own_command_is_no_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command executes the file in $VENUESIM; naming itself would start it for ever."""
    command = tmp_path / "venuesim"
    command.write_text(
        f"#!{sys.executable}\nimport sys\nfrom venuesim._command import main\nsys.exit(main())\n"
    )
    command.chmod(0o755)
    monkeypatch.setenv("VENUESIM", str(command))
    with pytest.raises(venuesim.ToolError, match="is this package's own command.*unset it") as caught:
        venuesim.program()
    assert "\n" not in str(caught.value)
    # Another script may start the program.
    command.write_text("#!/bin/sh\necho venuesim 9.9\n")
    assert venuesim.version() == "venuesim 9.9"


@pytest.mark.parametrize("named", ["nothing", ""])
def test_a_wrong_folder_of_scenarios_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str) -> None:
    """A wrong $VENUESIM_SHARE is an error, as for the program."""
    monkeypatch.setenv("VENUESIM_SHARE", str(tmp_path / named))
    with pytest.raises(venuesim.ToolError, match=r"which \$VENUESIM_SHARE names; unset it, or set it to") as caught:
        venuesim.scenarios()
    assert "\n" not in str(caught.value)


def test_a_program_of_another_machine_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    alien = tmp_path / "venuesim"
    alien.write_bytes(b"\x7fELF" + bytes(60))
    alien.chmod(0o755)
    monkeypatch.setenv("VENUESIM", str(alien))
    with pytest.raises(venuesim.ToolError, match="built for another machine"):
        venuesim.version()
    alien.chmod(0o644)
    with pytest.raises(venuesim.ToolError, match="chmod"):
        venuesim.version()


def test_a_machine_without_the_programs_loader_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With musl as C library, the program exists, but its loader does not."""
    loader = b"/lib64/ld-linux-x86-64.so.2"
    program = Path(sys.executable).resolve().read_bytes()
    if loader not in program:
        pytest.skip("this Python isn't a dynamic program for x86-64")
    strange = tmp_path / "venuesim"
    strange.write_bytes(program.replace(loader, loader.replace(b"linux", b"other")))
    strange.chmod(0o755)
    monkeypatch.setenv("VENUESIM", str(strange))
    with pytest.raises(venuesim.ToolError, match="needs glibc") as caught:
        venuesim.version()
    assert "\n" not in str(caught.value)


def test_the_wheels_own_program_comes_before_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "path"
    other.mkdir()
    for path in (own, other / "venuesim"):
        path.write_bytes(b"\x7fELF")
        path.chmod(0o755)
    monkeypatch.delenv("VENUESIM", raising=False)
    monkeypatch.setenv("PATH", str(other))
    monkeypatch.setattr("venuesim._binary.NATIVE", str(own))
    assert venuesim._binary.find() == str(own)
    own.unlink()
    assert venuesim._binary.find() == str(other / "venuesim")
    # A script of the same name is this package's own, and is passed over.
    (other / "venuesim").write_text("#!/usr/bin/env python3\n")
    with pytest.raises(venuesim.ToolError):
        venuesim._binary.find()
