"""The source distribution `venuesim` for PyPI: the Python package without the program, for other platforms."""

import os

from . import archive, wheel
from .errors import DistError
from .layout import LEFT_OUT, File, Source

# As `[tool.hatch.build.targets.sdist]` in pyproject.toml.
CONTENTS = ("src", "tests", "notebooks", "pyproject.toml", "README.md", "LICENSE")


def files(root):
    """The files of the Python package, its tests and notebooks."""
    top = os.path.join(root, "Python")
    found = {}
    for name in CONTENTS:
        path = os.path.join(top, name)
        if not os.path.isdir(path):
            found[name] = File(Source.read(path))
            continue
        for folder, names, members in os.walk(path):
            names[:] = [name for name in names if name not in LEFT_OUT and name != "_native" and not name.startswith(".")]
            for member in members:
                if not member.endswith((".pyc", "~")):
                    whole = os.path.join(folder, member)
                    found[os.path.relpath(whole, top)] = Source.file(whole)
    if "src/venuesim/__init__.py" not in found:
        raise DistError(f"there is no package in '{top}'; call Scripts/dist of a whole source tree")
    return found


def package(root, version, epoch):
    """The source distribution's name and bytes."""
    top = f"venuesim-{version}"
    about = wheel.metadata(wheel.project(root), version, root, licences=("LICENSE",))
    tree = {**files(root), "PKG-INFO": File(about)}
    return f"{top}.tar.gz", archive.gz(archive.tar(tree, epoch, top + "/"), epoch)
