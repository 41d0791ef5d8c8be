"""The wheel: its contents, its platforms, and the first table."""
import base64
import csv
import email.parser
import hashlib
import io
import os
import re
import sys
import tarfile
import time
import zipfile

from bench import ROOT, SECONDS, expect, one_line, run, worked
from roots import LeftOut

sys.path.insert(0, os.path.join(ROOT, "Packaging"))
from dist import elf  # noqa: E402

FIRST_TABLE = """
import venuesim
table = venuesim.run("corridor").metrics
assert type(table).__name__ == "DataFrame" and len(table) > 20, table
print(len(table))
"""


def its_record_and_its_tag_are_true(bench):
    with zipfile.ZipFile(bench.wheel) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in wheel.infolist()}
    about = f"venuesim-{bench.version}.dist-info/"
    rows = list(csv.reader(io.StringIO(files[about + "RECORD"].decode())))
    expect({row[0] for row in rows} == set(files), "RECORD lists other files than there are")
    for name, digest, size in rows:
        if name != about + "RECORD":
            sure = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
            expect((digest, size) == (f"sha256={sure}", str(len(files[name]))), f"RECORD is wrong of {name}")
    told = email.parser.Parser().parsestr(files[about + "METADATA"].decode())
    expect((told["Name"], told["Version"]) == ("venuesim", bench.version), "METADATA names another package")
    expect(told.get_payload().startswith("# "), "the page for PyPI is empty")
    expect("venuesim = " in files[about + "entry_points.txt"].decode(), "there is no command")
    expect(modes["venuesim/_native/bin/venuesim"] == 0o755, "the program can't be started")
    expect("venuesim/_native/share/venuesim/scenarios/corridor.yaml" in files, "scenarios are missing")
    tags = re.findall(r"^Tag: py3-none-(\S+)$", files[about + "WHEEL"].decode(), re.MULTILINE)
    expect(bench.wheel.endswith(f"-py3-none-{'.'.join(tags)}.whl"), f"the name tells other tags than {tags}")
    needs = elf.needs(bench.program)
    promised = int(re.search(r"manylinux_2_(\d+)", tags[0])[1])
    expect(needs.is_static or needs.newest("GLIBC") <= (2, promised), f"{tags[0]} is not true")
    expect(needs.is_static or len(tags) == 1, "a program with libraries runs on one kind of C library")
    return tags[0]


def tool(bench, *names):
    """A program from PyPI, in a folder of its own beside the bare systems."""
    home = os.path.join(bench.roots, "tools")
    if not os.path.exists(os.path.join(home, "bin/python")):
        worked(run(sys.executable, "-m", "venv", home), "venv")
    for name in names:
        if not os.path.exists(os.path.join(home, "bin", name)):
            done = run(os.path.join(home, "bin/pip"), "install", "-q", name)
            if done.returncode:
                raise LeftOut(f"'{name}' can't be had from PyPI: {done.stderr.strip().splitlines()[-1]}")
    return os.path.join(home, "bin")


def pypi_would_take_it(bench):
    worked(run(tool(bench, "twine") + "/twine", "check", "--strict", bench.wheel, bench.sources), "twine")


def the_wheel_gives_a_first_table_in_a_minute(bench):
    with bench.python() as root:
        name = root.put(bench.wheel)
        with open(root.path("root/first.py"), "w", encoding="utf-8") as file:
            file.write(FIRST_TABLE)
        worked(root.run("python3 -m venv v"), "venv")
        start = time.monotonic()
        done = root.run(f"v/bin/pip install --no-cache-dir {name}", network=True)
        if done.returncode and "numpy" in done.stderr:
            raise LeftOut("pandas can't be had from PyPI")
        worked(done, "pip install")
        rows = worked(root.run("v/bin/python first.py"), "the first table")
        seconds = time.monotonic() - start
        worked(root.run("v/bin/pip check"), "pip check")
        expect(f"venuesim {bench.version}" in worked(root.run("v/bin/venuesim --version"), "the command"), "no version")
        worked(root.run("v/bin/pip uninstall -y venuesim"), "pip uninstall")
        left = root.run("find v -name '*venuesim*'").stdout
        expect(not left, f"pip uninstall leaves {left}")
    return f"{seconds:.1f} s from pip to {rows.strip()} rows, {SECONDS} asked"


def other_platforms_are_refused(bench):
    for platform in ("macosx_14_0_arm64", "win_amd64", "manylinux_2_39_aarch64"):
        done = run(
            sys.executable, "-m", "pip", "install", "--target", bench.folder("other"), "--platform", platform,
            "--only-binary=:all:", "--no-deps", "--disable-pip-version-check", bench.wheel)
        one_line(done, "is not a supported wheel on this platform")


def forced_upon_another_platform_it_says_so(bench):
    """The program's header names another machine, as a wheel of another platform would."""
    folder = bench.folder("forced")
    with zipfile.ZipFile(bench.wheel) as wheel:
        wheel.extractall(folder)
    program = os.path.join(folder, "venuesim/_native/bin/venuesim")
    with open(program, "r+b") as file:
        file.seek(18)
        file.write(b"\xb7\x00")
    os.chmod(program, 0o755)
    command = "import sys; from venuesim._command import main; sys.exit(main())"
    home = {"PYTHONPATH": folder}
    one_line(run(sys.executable, "-c", command, "--version", env=home), "built for another machine")
    os.chmod(program, 0o644)
    if os.geteuid():
        one_line(run(sys.executable, "-c", command, "--version", env=home), "isn't executable")
    os.remove(program)
    one_line(
        run(sys.executable, "-c", command, env={**home, "PATH": "/nowhere"}), "pip install --force-reinstall venuesim")


def without_pandas_it_says_so(bench):
    folder = bench.folder("bare wheel")
    with zipfile.ZipFile(bench.wheel) as wheel:
        wheel.extractall(folder)
    os.chmod(os.path.join(folder, "venuesim/_native/bin/venuesim"), 0o755)
    # Isolated, so that this machine's pandas isn't found.
    script = (
        f"import sys; sys.path.insert(0, {folder!r}); sys.modules['pandas'] = None\n"
        "try:\n  import venuesim; venuesim.run('corridor').metrics\n"
        "except ImportError as error:\n  sys.exit(f'{error}')")
    one_line(run(sys.executable, "-I", "-c", script), "pandas")


def the_sources_have_the_package_and_no_program(bench):
    with tarfile.open(bench.sources) as archive:
        names = archive.getnames()
        top = f"venuesim-{bench.version}/"
        about = email.parser.Parser().parsestr(archive.extractfile(top + "PKG-INFO").read().decode())
    expect(all(name.startswith(top.rstrip("/")) for name in names), "files lie beside the folder of the version")
    with zipfile.ZipFile(bench.wheel) as wheel:
        modules = {name for name in wheel.namelist() if name.startswith("venuesim/") and "/_native/" not in name}
    expect(modules <= {name.removeprefix(top + "src/") for name in names}, "modules of the wheel are missing")
    for name in ("pyproject.toml", "README.md", "LICENSE", "tests/conftest.py", "notebooks/plan_beacons.ipynb"):
        expect(top + name in names, f"'{name}' is missing")
    expect(not any("_native" in name or "__pycache__" in name for name in names), "the program or caches are inside")
    expect((about["Name"], about["Version"]) == ("venuesim", bench.version), "PKG-INFO names another package")
    return f"{os.path.getsize(bench.sources) / 1e6:.1f} MB"


def from_sources_it_uses_the_program_that_is_there(bench):
    """Without a program, the first use says how to get it; with one on the PATH or in $VENUESIM, it works."""
    home = os.path.join(bench.folder("from sources"), "v")
    worked(run(sys.executable, "-m", "venv", home), "venv")
    # The table needs pandas, which other cases install.
    done = run(os.path.join(home, "bin/pip"), "install", "-q", "--no-deps", bench.sources)
    if done.returncode and "hatchling" in done.stdout + done.stderr:
        raise LeftOut("hatchling can't be had from PyPI")
    worked(done, "pip install")
    bare = {"PATH": os.path.join(home, "bin")}
    command = os.path.join(home, "bin/venuesim")
    words = ("this package was installed without it", "on the PATH", "VENUESIM to its path", "how-to/install.md")
    one_line(run(command, "--version", env=bare), *words)
    python = os.path.join(home, "bin/python")
    script = (
        "import sys, venuesim\ntry:\n  print(venuesim.version())\nexcept venuesim.ToolError as error:\n"
        "  sys.exit(f'{error}')")
    one_line(run(python, "-c", script, env=bare), *words)
    for surroundings in (
            {"PATH": f"{home}/bin:{os.path.dirname(bench.program)}"}, {**bare, "VENUESIM": bench.program}):
        for said in (run(command, "--version", env=surroundings), run(python, "-c", script, env=surroundings)):
            expect(f"venuesim {bench.version}" in worked(said, "the command"), said.stdout)
        listing = "import venuesim; print(*venuesim.scenarios())"
        scenarios = worked(run(python, "-c", listing, env=surroundings), "scenarios")
        expect("corridor" in scenarios.split(), f"there are the scenarios {scenarios}")


CASES = [
    its_record_and_its_tag_are_true, pypi_would_take_it, the_wheel_gives_a_first_table_in_a_minute,
    the_sources_have_the_package_and_no_program, from_sources_it_uses_the_program_that_is_there,
    other_platforms_are_refused, forced_upon_another_platform_it_says_so, without_pandas_it_says_so,
]
