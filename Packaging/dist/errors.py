"""The one error that a person is to read: a line with what is wrong, and what to do about it."""


class DistError(Exception):
    pass
