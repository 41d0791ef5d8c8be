"""The error for users: one line with the fault and its remedy."""


class DistError(Exception):
    pass
