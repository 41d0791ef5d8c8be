"""Reproducible archives: sorted entries, one time, one owner, no host name."""

import gzip
import io
import lzma
import tarfile
import time
import zipfile


def folders(paths):
    """All parent folders of some paths, from the top down."""
    found = set()
    for path in paths:
        parts = path.split("/")[:-1]
        found.update("/".join(parts[:count]) for count in range(1, len(parts) + 1))
    return sorted(found)


def tar(tree, epoch, top=""):
    """A tar of a tree, below a folder `top` that ends with a slash, or without one."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive:
        named = {top + path: file for path, file in tree.items()}
        for path in sorted([*folders(named), *named]):
            entry = tarfile.TarInfo(path)
            entry.mtime, entry.uname, entry.gname = epoch, "root", "root"
            if path in named:
                file = named[path]
                entry.mode, entry.size = file.mode, len(file.bytes)
                archive.addfile(entry, io.BytesIO(file.bytes))
            else:
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(entry)
    return stream.getvalue()


def gz(data, epoch=0, level=9):
    """Compressed as by `gzip -9n`, with a time only if one is given."""
    return gzip.compress(data, level, mtime=epoch)


def xz(data):
    """Compressed in a fifth of the usual time, with a tenth more than the usual size."""
    return lzma.compress(data, lzma.FORMAT_XZ, lzma.CHECK_CRC64, preset=1)


def ar(members, epoch):
    """An ar archive, the format of Debian packages."""
    parts = [b"!<arch>\n"]
    for name, data in members:
        parts.append(f"{name:<16}{epoch:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode())
        parts.append(data + b"\n" * (len(data) % 2))
    return b"".join(parts)


def zipped(tree, epoch):
    """A zip of a tree, its entries in the tree's own order."""
    stream = io.BytesIO()
    # The format has no times before 1980.
    moment = max(time.gmtime(epoch)[:6], (1980, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(stream, "w") as archive:
        for path, file in tree.items():
            entry = zipfile.ZipInfo(path, moment)
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | file.mode) << 16
            archive.writestr(entry, file.bytes, compresslevel=6)
    return stream.getvalue()
