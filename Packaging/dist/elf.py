"""Requirements of a program, read from its ELF file: shared libraries and their symbol versions."""

import dataclasses
import re
import struct

from .errors import DistError

DYNAMIC, INTERPRETER = 2, 3
NEEDED, STRING_TABLE, VERSION_NEEDS, VERSION_NEED_COUNT = 1, 5, 0x6FFFFFFE, 0x6FFFFFFF
X86_64 = 62


@dataclasses.dataclass(frozen=True)
class Needs:
    """Requirements of a program; empty if it is linked statically."""

    libraries: tuple
    # Names of symbols' versions, such as GLIBC_2.34, by library.
    versions: dict

    @property
    def is_static(self):
        return not self.libraries

    def newest(self, family):
        """The newest required version of a family such as GLIBC, as numbers; None if there is none."""
        found = [re.fullmatch(family + r"_(\d+(?:\.\d+)*)", name) for names in self.versions.values() for name in names]
        numbers = [tuple(int(part) for part in match[1].split(".")) for match in found if match]
        return max(numbers, default=None)


class Image:
    """An ELF file of 64 bits, as bytes."""

    def __init__(self, path):
        try:
            with open(path, "rb") as file:
                self.bytes = file.read()
        except OSError as error:
            raise DistError(f"'{path}' can't be read ({error.strerror}); build the program first") from None
        if self.bytes[:6] != b"\x7fELF\x02\x01" or self.number("H", 18) != X86_64:
            raise DistError(f"'{path}' is no program for Linux on x86-64; packages are made for that alone")
        start, size, count = self.number("Q", 32), self.number("H", 54), self.number("H", 56)
        self.segments = [struct.unpack_from("<IIQQQQQQ", self.bytes, start + size * index) for index in range(count)]

    def number(self, form, offset):
        return struct.unpack_from("<" + form, self.bytes, offset)[0]

    def offset(self, address):
        """File offset of a memory address."""
        for kind, _, offset, start, _, size, _, _ in self.segments:
            if kind == 1 and start <= address < start + size:
                return offset + address - start
        raise ValueError(f"no part of the program is loaded to {address:#x}")

    def text(self, offset):
        return self.bytes[offset:self.bytes.index(b"\0", offset)].decode()

    def dynamic(self):
        """The dynamic section's entries, each a tag and a value."""
        for segment in self.segments:
            if segment[0] == DYNAMIC:
                for offset in range(segment[2], segment[2] + segment[5], 16):
                    entry = struct.unpack_from("<QQ", self.bytes, offset)
                    if entry[0] == 0:
                        return
                    yield entry


def needs(path):
    """Requirements of the program in a file."""
    try:
        return needs_of(Image(path))
    except (struct.error, ValueError):
        # An offset points beyond its end.
        raise DistError(f"'{path}' is no whole program: it was cut short, or is being written; build it anew") from None


def needs_of(image):
    entries = list(image.dynamic())
    values = dict(entries)
    if STRING_TABLE not in values:
        return Needs((), {})
    strings = image.offset(values[STRING_TABLE])
    libraries = tuple(image.text(strings + value) for tag, value in entries if tag == NEEDED)
    versions = {}
    if VERSION_NEEDS in values:
        offset = image.offset(values[VERSION_NEEDS])
        for _ in range(values[VERSION_NEED_COUNT]):
            _, count, file, first, following = struct.unpack_from("<HHIII", image.bytes, offset)
            names = versions.setdefault(image.text(strings + file), [])
            entry = offset + first
            for _ in range(count):
                _, _, _, name, step = struct.unpack_from("<IHHII", image.bytes, entry)
                names.append(image.text(strings + name))
                entry += step
            offset += following
    return Needs(libraries, versions)
