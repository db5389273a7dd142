"""The version of this binding: the same numbers as in the header that it is written against."""

__version__ = "0.1.0"
