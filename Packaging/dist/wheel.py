"""The wheel `venuesim` for PyPI: the Python package of `Python/src`, with the program and its data inside."""

import base64
import hashlib
import os
import tomllib

from . import archive
from .errors import DistError
from .layout import LEFT_OUT, File, Source

# A static program depends only on the kernel: its C library needs Linux 3.2, which systems of manylinux_2_17 have
# (3.10) and older ones lack.
STATIC_TAG = "manylinux_2_17_x86_64.musllinux_1_1_x86_64"


def platform(needs):
    """The platform tag of a program."""
    if needs.is_static:
        return STATIC_TAG
    newest = needs.newest("GLIBC")
    if newest is None or newest[:1] != (2,):
        raise DistError("the program names no version of glibc that it needs; link it statically, or with glibc")
    return f"manylinux_2_{max(newest[1], 17)}_x86_64"


def project(root):
    """The table `project` of the package's pyproject.toml."""
    path = os.path.join(root, "Python/pyproject.toml")
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)["project"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise DistError(f"'{path}' has no table [project] that can be read: {error}") from None


def requirement(text, extra):
    """A dependency of an extra."""
    plain, _, marker = (part.strip() for part in text.partition(";"))
    condition = f"extra == '{extra}'"
    return f"{plain} ; " + (f"({marker}) and {condition}" if marker else condition)


def licence(table):
    """The licence line of the metadata, from either form of the project table."""
    told = table.get("license")
    if isinstance(told, dict):
        told = told.get("text", "GPL-3.0-or-later")
    return f"License-Expression: {told or 'GPL-3.0-or-later'}"


def metadata(table, version, root, licences=("LICENSE", "copyright")):
    lines = ["Metadata-Version: 2.4", f"Name: {table['name']}", f"Version: {version}"]
    if "description" in table:
        lines.append(f"Summary: {table['description']}")
    if "keywords" in table:
        lines.append("Keywords: " + ",".join(table["keywords"]))
    lines += [f"Project-URL: {name}, {url}" for name, url in table.get("urls", {}).items()]
    lines += [licence(table), *(f"License-File: {name}" for name in licences)]
    lines += [f"Classifier: {text}" for text in table.get("classifiers", [])]
    if "requires-python" in table:
        lines.append(f"Requires-Python: {table['requires-python']}")
    lines += [f"Requires-Dist: {text}" for text in table.get("dependencies", [])]
    for extra, needed in table.get("optional-dependencies", {}).items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {requirement(text, extra)}" for text in needed]
    readme = table.get("readme")
    if isinstance(readme, dict):
        readme = readme.get("file")
    body = b""
    if readme:
        lines.append("Description-Content-Type: text/markdown")
        body = Source.read(os.path.join(root, "Python", readme))
    return ("\n".join(lines) + "\n\n").encode() + body


def modules(root):
    """The package's own files."""
    top = os.path.join(root, "Python/src")
    found = {}
    for folder, names, files in os.walk(os.path.join(top, "venuesim")):
        names[:] = [name for name in names if name not in LEFT_OUT and name != "_native"]
        for name in files:
            if not name.endswith((".pyc", "~")):
                path = os.path.join(folder, name)
                found[os.path.relpath(path, top)] = File(Source.read(path))
    if "venuesim/__init__.py" not in found:
        raise DistError(f"there is no package in '{top}'; call Scripts/dist of a whole source tree")
    return found


def entry_points(table):
    groups = {"console_scripts": table.get("scripts", {}), **table.get("entry-points", {})}
    return "\n".join(
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in groups.items() if entries).encode()


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def package(source, needs, version, epoch):
    """The wheel's name and bytes."""
    table = project(source.root)
    if table.get("version", version) != version:
        raise DistError(
            f"Python/pyproject.toml is of version {table['version']}, the program of {version}; set one of them")
    tag = f"py3-none-{platform(needs)}"
    about = f"venuesim-{version}.dist-info/"
    files = modules(source.root)
    files["venuesim/_native/bin/venuesim"] = source.program
    files.update({"venuesim/_native/share/venuesim/" + path: file for path, file in source.data().items()})
    files = dict(sorted(files.items()))
    tags = "".join(f"Tag: py3-none-{name}\n" for name in platform(needs).split("."))
    for name, text in {
        "licenses/LICENSE": source.read(os.path.join(source.root, "LICENSE")),
        "licenses/copyright": source.read(os.path.join(source.root, "Packaging/debian/copyright")),
        "METADATA": metadata(table, version, source.root),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: venuesim-dist\nRoot-Is-Purelib: false\n{tags}".encode(),
        "entry_points.txt": entry_points(table),
    }.items():
        files[about + name] = File(text)
    rows = [f"{path},{digest(file.bytes)},{len(file.bytes)}" for path, file in files.items()]
    # The record can't hold a digest of itself.
    files[about + "RECORD"] = File("".join(row + "\n" for row in [*rows, f"{about}RECORD,,"]).encode())
    return f"venuesim-{version}-{tag}.whl", archive.zipped(files, epoch)
