"""Building of packages: the same bytes every time, and errors with a message of one line."""
import hashlib
import json
import os
import re
import shutil
import sys
import tarfile

from bench import ROOT, expect, one_line, run, worked
from roots import LeftOut

sys.path.insert(0, os.path.join(ROOT, "Packaging"))
from dist import deb, elf, layout, wheel  # noqa: E402
from dist.errors import DistError  # noqa: E402

DIST = os.path.join(ROOT, "Scripts/dist")


def sums(folder):
    found = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def checksums_are_those_of_the_files(bench):
    found = sums(bench.dist)
    with open(os.path.join(bench.dist, "SHA256SUMS"), encoding="utf-8") as file:
        told = {name: digest for digest, name in (line.split() for line in file)}
    del found["SHA256SUMS"]
    expect(told == found, f"SHA256SUMS says {told}, the files are {found}")


def made_again_elsewhere_they_are_the_same_bytes(bench):
    again = os.path.join(bench.work, "again")
    # The time stored in them, since there may be newer commits.
    with tarfile.open(bench.tarball) as archive:
        when = archive.next().mtime
    surroundings = {
        "SOURCE_DATE_EPOCH": str(when), "TZ": "Pacific/Auckland", "LC_ALL": "C", "HOME": bench.work,
        "PYTHONHASHSEED": "7"}
    old = os.umask(0o077)
    try:
        worked(run(DIST, bench.program, again, env=surroundings, cwd=bench.work), "dist")
    finally:
        os.umask(old)
    before, after = sums(bench.dist), sums(again)
    expect(before == after, "differing: " + ", ".join(
        sorted(name for name in before | after if before.get(name) != after.get(name))))


def the_program_is_small_and_needs_what_is_told(bench):
    size = os.path.getsize(bench.program) / 1e6
    expect(size < 40, f"the program has {size:.1f} MB; it may have 40")
    needs = elf.needs(bench.program)
    if shutil.which("readelf"):
        for program in (bench.program, shutil.which("ls"), os.path.realpath(sys.executable)):
            told = re.findall(r"\(NEEDED\).*\[(.*)\]", worked(run("readelf", "-d", program), "readelf"))
            expect(list(elf.needs(program).libraries) == told, f"{program} needs {told}")
            listed = set(re.findall(r"Name: (\S+) .*Flags", worked(run("readelf", "-V", program), "readelf")))
            ours = {name for names in elf.needs(program).versions.values() for name in names}
            expect(ours == listed, f"{program}: versions {ours ^ listed} are told by one alone")
    depends = run("dpkg-deb", "--field", bench.deb, "Depends").stdout.strip()
    expect(depends == ", ".join(deb.dependencies(needs)), f"the package depends on '{depends}'")
    return f"{size:.1f} MB, " + ("static" if needs.is_static else f"needs {', '.join(needs.libraries)}")


def dependencies_are_those_of_libraries(_):
    needs = elf.Needs(("libm.so.6", "libc.so.6", "libgcc_s.so.1"), {"libc.so.6": ["GLIBC_2.9", "GLIBC_2.34"]})
    expect(deb.dependencies(needs) == ["libc6 (>= 2.34)", "libgcc-s1"], deb.dependencies(needs))
    try:
        deb.dependencies(elf.Needs(("libswiftCore.so",), {}))
    except DistError as error:
        expect("libswiftCore.so" in str(error) and "link it in" in str(error), error)
    else:
        raise AssertionError("a program that needs Swift's libraries was packed")


def mistakes_are_told_in_a_line(bench):
    out = os.path.join(bench.work, "none")
    one_line(run(DIST, "/nowhere/venuesim", out), "/nowhere/venuesim", "can't be read")
    one_line(run(DIST, shutil.which("true"), out), "of its version; is it venuesim?")
    one_line(run(DIST, __file__, out), "can't be started")
    one_line(run(DIST, bench.program, out, "--version", "9.9.9"), f"is version {bench.version}, not 9.9.9")
    late = os.path.join(bench.work, "late")
    one_line(run(DIST, bench.program, late, env={"SOURCE_DATE_EPOCH": "today"}), "SOURCE_DATE_EPOCH is 'today'")
    one_line(run(DIST, bench.program, late, env={"GIT_DIR": "/nowhere"}), "no commit; let SOURCE_DATE_EPOCH be")
    expect(not os.listdir(late), "packages of no time were written")
    # As in a Python without the module that reads pyproject.toml.
    old = f"import runpy, sys; sys.modules['tomllib'] = None; runpy.run_path({DIST!r}, run_name='__main__')"
    one_line(run(sys.executable, "-c", old), "no 'tomllib'", "needs Python 3.11 or later")
    one_line(run(DIST, bench.program, "/proc/none"), "/proc/none", "can't be written")
    one_line(run(DIST, bench.program, "--install", "/proc/none"), "can't be written", "PREFIX=")
    expect(not os.path.exists(out), "something was written all the same")


def refused(what, *words):
    """Expects a rejection with a message of one line, which contains some words."""
    try:
        what()
    except DistError as error:
        said = str(error)
    else:
        raise AssertionError(f"nothing was refused, where {' and '.join(words)} should be said")
    expect(len(said.splitlines()) == 1, f"not one line: {said}")
    for word in words:
        expect(word in said, f"'{word}' is missing in: {said}")


def programs_that_are_cut_short_are_told(bench):
    with open(shutil.which("ls"), "rb") as file:
        whole = file.read()
    path = os.path.join(bench.work, "cut")
    for size in (6, 19, 40, 70, 500, 5000, len(whole) // 10):
        with open(path, "wb") as file:
            file.write(whole[:size])
        refused(lambda: elf.needs(path), path, "build it anew")


def what_cant_be_read_is_not_said_to_be_unwritable(bench):
    """A broken link, like a file that vanishes while packages are made."""
    root = bench.folder("unread")
    for name in ("Python/src/venuesim/__init__.py", "scenarios/corridor.yaml"):
        os.makedirs(os.path.dirname(os.path.join(root, name)))
        os.symlink("/nowhere", os.path.join(root, name))
    source = layout.Source(root, shutil.which("true"))
    refused(lambda: wheel.modules(root), "src/venuesim/__init__.py", "can't be read")
    refused(source.data, "scenarios/corridor.yaml", "can't be read")
    table = {"name": "venuesim", "readme": "none.md"}
    refused(lambda: wheel.metadata(table, "1.0.0", root), "Python/none.md", "can't be read")


def only_what_is_committed_is_a_commits(bench):
    """Stubs replace the linker and other tools here: they store their arguments."""
    if not shutil.which("git"):
        raise LeftOut("there is no 'git' here")
    root, programs = bench.folder("stamped"), bench.folder("stand-ins")
    for name in ("clang", "swiftc", "strip", "pkg-config"):
        with open(os.path.join(programs, name), "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\n[ "${0##*/}" = clang ] && echo "$*" > "$STAMP"\nfor last; do :; done\n'
                       'case ${0##*/} in strip) touch "${last%/*}/stripped" ;; esac\n')
        os.chmod(os.path.join(programs, name), 0o755)
    for name in ("Scripts/static", "Sources/a.swift", "Package.swift", "build/venuesim.product/Objects.LinkFileList"):
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        open(os.path.join(root, name), "w", encoding="utf-8").close()
    shutil.copy(os.path.join(ROOT, "Scripts/static"), os.path.join(root, "Scripts/static"))
    surroundings = {"PATH": f"{programs}:{os.environ['PATH']}", "STAMP": os.path.join(bench.work, "stamp")}

    def stamp():
        worked(run(os.path.join(root, "Scripts/static"), f"{root}/build", f"{bench.work}/linked", env=surroundings),
               "static")
        with open(surroundings["STAMP"], encoding="utf-8") as file:
            return re.search(r'VENUESIM_COMMIT="(.*?)"', file.read())[1]

    expect(stamp() == "", "a commit where there is none")
    someone = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    worked(run("git", "init", "-q", root), "git init")
    worked(run("git", "-C", root, "add", "."), "git add")
    worked(run("git", "-C", root, *someone, "commit", "-q", "-m", "First"), "git commit")
    expect(re.fullmatch("[0-9a-f]{8}", stamp()), f"committed, and the stamp is {stamp()}")
    for name in ("Notes", "Sources/new.swift"):
        open(os.path.join(root, name), "w", encoding="utf-8").close()
        expect(stamp().endswith(", changed") == name.startswith("Sources"), f"with '{name}' the stamp is {stamp()}")


def a_version_of_swiftpm_packages_can_be_depended_on(bench):
    """A tag is a version: a package that wants 0.2.0 or later finds it, reads its manifest, and plans a build."""
    if not shutil.which("swift") or not shutil.which("git"):
        raise LeftOut("there is no 'swift' and 'git' here")
    clone, user = os.path.join(bench.work, "venuesim.git"), bench.folder("user")
    worked(run("git", "clone", "-q", "--bare", ROOT, clone), "git clone")
    worked(run("git", "-C", clone, "tag", "-f", bench.version), "git tag")
    os.makedirs(os.path.join(user, "Sources/User"))
    with open(os.path.join(user, "Sources/User/main.swift"), "w", encoding="utf-8") as file:
        file.write("import VenueSim\nprint(type(of: 1))\n")
    with open(os.path.join(user, "Package.swift"), "w", encoding="utf-8") as file:
        file.write(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "User", dependencies: [.package(url: "file://{clone}", from: "{bench.version}")],
  targets: [.executableTarget(name: "User", dependencies: [.product(name: "VenueSim", package: "venuesim")])])
""")
    # Folder of its remaining locks.
    scratch = {"TMPDIR": bench.folder("scratch")}
    cache = ["--cache-path", os.path.join(bench.work, "swiftpm"), "--package-path", user]
    worked(run("swift", "package", *cache, "resolve", env=scratch), "swift package resolve")
    told = worked(
        run("swift", "package", *cache, "show-dependencies", "--format", "json", env=scratch), "show-dependencies")
    expect(f'"version": "{bench.version}"' in told, f"the version isn't {bench.version}: {told}")
    # Planning compiles nothing.
    graph = run("swift", "build", *cache, "--print-manifest-job-graph", env=scratch)
    worked(graph, "planning a build")
    expect("VenueSim" in graph.stdout, "the plan has no VenueSim in it")
    checkout = os.path.join(user, ".build/checkouts/venuesim")
    manifest = worked(run("swift", "package", "--package-path", checkout, "dump-package", env=scratch), "dump-package")
    unsafe = unsafe_targets(json.loads(manifest), "VenueSim")
    expect(not unsafe, f"flags that many versions of SwiftPM refuse in dependencies are in {unsafe}")


def unsafe_targets(manifest, product):
    """The targets that a product is built from and that set flags of their own."""
    targets = {target["name"]: target for target in manifest["targets"]}
    waiting = next(each["targets"] for each in manifest["products"] if each["name"] == product)
    seen = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += [next(iter(each.values()))[0] for each in targets[name]["dependencies"]]
    expect(len(seen) > 10, f"'{product}' is built from {len(seen)} targets alone")
    return sorted(
        name for name in seen if any("unsafeFlags" in setting["kind"] for setting in targets[name].get("settings", [])))


CASES = [
    checksums_are_those_of_the_files, the_program_is_small_and_needs_what_is_told, dependencies_are_those_of_libraries,
    mistakes_are_told_in_a_line, programs_that_are_cut_short_are_told,
    what_cant_be_read_is_not_said_to_be_unwritable, only_what_is_committed_is_a_commits,
    made_again_elsewhere_they_are_the_same_bytes, a_version_of_swiftpm_packages_can_be_depended_on,
]
