"""A Debian package of an installed tree."""

import email.utils
import hashlib

from . import archive
from .errors import DistError
from .layout import File

SUMMARY = "simulator and test harness for location and motion software"
DESCRIPTION = """\
 VenueSim makes a place, lets people walk through it, synthesises what their
 phones sense, runs a positioning and motion stack on that, and scores what
 the stack reported against the truth: accuracy, latency and power.
 .
 It runs headlessly, gives the same bytes for the same seed, and puts the
 verdict in its exit status. Scenarios, venues and examples come along.
"""
MAINTAINER = "VenueSim project <venuesim@users.noreply.github.com>"
HOME = "https://github.com/venuesim/venuesim"

# Debian packages by library, with the symbol versions that give the minimum version.
PACKAGES = {
    "libc.so.6": "libc6", "libm.so.6": "libc6", "libpthread.so.0": "libc6", "libdl.so.2": "libc6",
    "librt.so.1": "libc6", "libresolv.so.2": "libc6", "ld-linux-x86-64.so.2": "libc6",
    "libgcc_s.so.1": "libgcc-s1", "libstdc++.so.6": "libstdc++6",
}

# Lintian's findings that are intended, with their reasons.
OVERRIDES_IF_STATIC = """\
# One program runs on every Debian, whatever versions of Swift, GSL and SQLite it has, or has not: Debian has no
# package of Swift's libraries to depend on.
venuesim: statically-linked-binary [usr/bin/venuesim]
"""
OVERRIDES = """\
# GSL, libyaml, SQLite and zlib are linked in for the same reason; debian/copyright has their licences.
venuesim: embedded-library *
"""


def dependencies(needs):
    """The packages that a program needs: none for a static one."""
    wanted = set()
    for library in needs.libraries:
        if library not in PACKAGES:
            raise DistError(
                f"the program needs {library}, which a bare Debian hasn't got; link it in "
                "(swift build -c release --static-swift-stdlib, and libraries by their .a files)")
        wanted.add(PACKAGES[library])
    newest = needs.newest("GLIBC")
    if "libc6" in wanted and newest:
        wanted.remove("libc6")
        wanted.add(f"libc6 (>= {'.'.join(map(str, newest))})")
    return sorted(wanted)


def control(version, needs, files):
    size = sum((len(file.bytes) + 1023) // 1024 for file in files.values())
    lines = [
        "Package: venuesim", f"Version: {version}", "Architecture: amd64", f"Maintainer: {MAINTAINER}",
        f"Installed-Size: {size}",
    ]
    depends = dependencies(needs)
    if depends:
        lines.append("Depends: " + ", ".join(depends))
    # Users start stacks in Python and their examples; VenueSim itself needs no Python.
    lines += ["Suggests: python3", "Section: science", "Priority: optional", f"Homepage: {HOME}"]
    return "\n".join(lines) + f"\nDescription: {SUMMARY}\n{DESCRIPTION}"


def changelog(version, epoch):
    date = email.utils.formatdate(epoch)
    return (
        f"venuesim ({version}) stable; urgency=medium\n\n"
        f"  * Version {version}; CHANGELOG.md has what is new.\n\n"
        f" -- {MAINTAINER}  {date.replace('-0000', '+0000')}\n").encode()


def package(tree, needs, version, epoch):
    """The package's bytes."""
    files = {"usr/" + path: file for path, file in tree.items()}
    doc = "usr/share/doc/venuesim/"
    files[doc + "changelog.gz"] = File(archive.gz(changelog(version, epoch)))
    files["usr/share/lintian/overrides/venuesim"] = File(
        ((OVERRIDES_IF_STATIC if needs.is_static else "") + OVERRIDES).encode())
    files = dict(sorted(files.items()))
    sums = "".join(f"{hashlib.md5(file.bytes).hexdigest()}  {path}\n" for path, file in files.items())
    about = {"control": File(control(version, needs, files).encode()), "md5sums": File(sums.encode())}
    return archive.ar(
        [
            ("debian-binary", b"2.0\n"),
            ("control.tar.xz", archive.xz(archive.tar(about, epoch, "./"))),
            ("data.tar.xz", archive.xz(archive.tar(files, epoch, "./"))),
        ], epoch)
