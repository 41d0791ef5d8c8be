"""Files of an installed VenueSim, and their paths below a prefix."""

import dataclasses
import os

from . import archive, program
from .errors import DistError

# Left in the tree by builds or editors, and not part of a package.
LEFT_OUT = ("__pycache__",)
COMPLETIONS = {
    "bash": "share/bash-completion/completions/venuesim",
    "zsh": "share/zsh/site-functions/_venuesim",
    "fish": "share/fish/vendor_completions.d/venuesim.fish",
}


@dataclasses.dataclass(frozen=True)
class File:
    bytes: bytes
    mode: int = 0o644


class Source:
    """A source tree, and the program that was built from it."""

    def __init__(self, root, binary):
        self.root, self.binary = root, os.path.abspath(binary)
        # Caches files, since several packages contain the same ones.
        self.program = File(self.read(self.binary), 0o755)

    @staticmethod
    def file(path):
        """A file as installed: readable by all, and executable by all if by its owner."""
        try:
            with open(path, "rb") as file:
                is_program = os.fstat(file.fileno()).st_mode & 0o100
                return File(file.read(), 0o755 if is_program else 0o644)
        except OSError as error:
            raise DistError(f"'{path}' can't be read: {error.strerror}") from None

    @staticmethod
    def read(path):
        return Source.file(path).bytes

    def ask(self, *words):
        """The program's output for these arguments."""
        return program.ask(self.binary, *words)

    def data(self):
        """Data files for runs, by path in the tree: scenarios, venues, the sky, examples."""
        found = {}
        for folder, names, files in os.walk(os.path.join(self.root, "scenarios")):
            names[:] = [name for name in names if not name.startswith(".") and name not in LEFT_OUT]
            for name in files:
                if name.startswith(".") or name.endswith("~"):
                    continue
                path = os.path.join(folder, name)
                found[os.path.relpath(path, self.root)] = self.file(path)
        if "scenarios/corridor.yaml" not in found:
            raise DistError(f"there are no scenarios in '{self.root}'; call Scripts/dist of a whole source tree")
        return found

    def completions(self):
        return {path: File(self.ask("completions", shell)) for shell, path in COMPLETIONS.items()}

    def manual(self, pages):
        """Man pages by name, compressed by Debian's rules."""
        return {f"share/man/man1/{name}.gz": File(archive.gz(text)) for name, text in pages.items()}

    def documents(self):
        named = ["README.md", "CHANGELOG.md"]
        for folder, _, files in os.walk(os.path.join(self.root, "Docs")):
            inside = os.path.relpath(folder, self.root)
            named += [os.path.join(inside, name) for name in files if name.endswith(".md")]
        found = {f"share/doc/venuesim/{name}": File(self.read(os.path.join(self.root, name))) for name in named}
        found["share/doc/venuesim/copyright"] = File(self.read(os.path.join(self.root, "Packaging/debian/copyright")))
        return found


def tree(source, pages):
    """All installed files, by path below a prefix."""
    found = {"bin/venuesim": source.program}
    found.update({"share/venuesim/" + path: file for path, file in source.data().items()})
    found.update(source.completions())
    found.update(source.manual(pages))
    found.update(source.documents())
    return dict(sorted(found.items()))


def install(files, prefix, stage):
    """Writes a tree into a prefix, below a packager's staging folder (DESTDIR)."""
    top = (stage.rstrip("/") + os.path.abspath(prefix)) if stage else os.path.abspath(prefix)
    try:
        for path, file in files.items():
            target = os.path.join(top, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            # A running program can't be overwritten, but it can be replaced by another file.
            fresh = f"{target}.new"
            with open(fresh, "wb") as written:
                written.write(file.bytes)
            os.chmod(fresh, file.mode)
            os.replace(fresh, target)
    except OSError as error:
        raise DistError(
            f"'{error.filename}' can't be written: {error.strerror}; name a folder of your own with PREFIX=") from None
    return top
