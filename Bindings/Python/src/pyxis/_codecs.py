"""How a key's Python values and its native ones become each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from . import _kinds
from ._kinds import Kind

_INT64 = range(-(2**63), 2**63)


class Codec:
    """The values of a Python type, as entries of a native kind.

    The functions raise TypeError or ValueError with a message that goes after "the value of …";
    none contains the value, which may be secret.
    """

    __slots__ = ("accept", "from_native", "kind", "parse", "plain", "to_native")

    def __init__(
        self,
        kind: Kind,
        accept: Callable[[Any], Any],
        parse: Callable[[str], Any],
        *,
        to_native: Callable[[Any], Any] | None = None,
        from_native: Callable[[Any], Any] | None = None,
    ) -> None:
        self.kind = kind
        self.accept = accept
        """Checks what a user gives, and returns what readers get."""
        self.parse = parse
        """Reads the text of a variant."""
        self.plain = to_native is None and from_native is None
        """Whether the native values are the Python ones."""
        self.to_native = to_native or _same
        self.from_native = from_native or _same


def _same(value: Any) -> Any:
    return value


def _wrong(value: Any, expected: str) -> TypeError:
    return TypeError(f"must be {expected}, not {type(value).__name__}")


def _accept_bool(value: Any) -> bool:
    if value is True or value is False:
        return bool(value)
    raise _wrong(value, "bool")


def _accept_int(value: Any) -> int:
    if type(value) is not int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _wrong(value, "int")
        value = int(value)
    if value not in _INT64:
        raise ValueError("must be within 64 bits: from -2**63 to 2**63 - 1")
    return value  # type: ignore[no-any-return]


def _accept_float(value: Any) -> float:
    if type(value) is float:
        return value
    if not isinstance(value, (float, int)) or isinstance(value, bool):
        raise _wrong(value, "float")
    try:
        return float(value)
    except OverflowError:
        raise ValueError("is an int that is too large for a float") from None


def _accept_str(value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(value, "str")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise ValueError(
                f"cannot be written as UTF-8: there is a lone surrogate at index {error.start}"
            ) from None
    return value if type(value) is str else str.__str__(value)


def _accept_bytes(value: Any) -> bytes:
    if type(value) is bytes:
        return value
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise _wrong(value, "bytes")
    return bytes(value)


def _parse_bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError("must be true or false")
    return text == "true"


def _parse_int(text: str) -> int:
    digits = text[1:] if text.startswith("-") else text
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("must be a whole number in decimal digits")
    if len(digits.lstrip("0")) > 19:
        raise ValueError("must be within 64 bits: from -2**63 to 2**63 - 1")
    return _accept_int(int(text))


def _parse_float(text: str) -> float:
    """Read a number as JSON writes it: as every language does."""
    mantissa, _, exponent = text.replace("E", "e").partition("e")
    whole, point, fraction = mantissa.partition(".")
    digits = whole[1:] if whole.startswith("-") else whole
    power = exponent[1:] if exponent.startswith(("-", "+")) else exponent
    parts = [digits, *([fraction] if point else []), *([power] if "e" in text.lower() else [])]
    if not all(part.isascii() and part.isdigit() for part in parts) or (
        len(digits) > 1 and digits.startswith("0")
    ):
        raise ValueError("must be a number in decimal digits")
    value = float(text)
    if value - value != 0:
        raise ValueError("is too large for a float")
    return value


def _parse_bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ValueError("must be hexadecimal digits, two for each byte") from None


PLAIN: dict[type[Any], Codec] = {
    bool: Codec(_kinds.BOOL, _accept_bool, _parse_bool),
    int: Codec(_kinds.INT64, _accept_int, _parse_int),
    float: Codec(_kinds.DOUBLE, _accept_float, _parse_float),
    str: Codec(_kinds.STRING, _accept_str, _accept_str),
    bytes: Codec(_kinds.BYTES, _accept_bytes, _parse_bytes),
}


def converting(parse: Callable[[str], Any], format: Callable[[Any], str]) -> Codec:
    """Values that are strings natively, by a pair of functions of the user."""

    def read(text: str) -> Any:
        # What the function's own message says may repeat the value, so that it is only the cause.
        try:
            return parse(text)
        except Exception as error:
            raise ValueError(f"cannot be parsed: {type(error).__name__}") from error

    def write(value: Any) -> str:
        try:
            text = format(value)
        except Exception as error:
            raise ValueError(f"cannot be formatted: {type(error).__name__}") from error
        if not isinstance(text, str):
            raise TypeError(f"was formatted as {type(text).__name__}, not str")
        return _accept_str(text)

    return Codec(
        _kinds.STRING,
        # Readers get what every language gets: a later change of the object shows nowhere.
        lambda value: read(write(value)),
        lambda text: read(_accept_str(text)),
        to_native=write,
        from_native=read,
    )


def choosing(choices: dict[str, Any], of: str, listed: str, kind: Kind = _kinds.STRING) -> Codec:
    """One of some values, each with its text; `of` and `listed` say which values and texts."""
    names = {value: name for name, value in choices.items()}
    natives = {kind.python(name): value for name, value in choices.items()}

    def accept(value: Any) -> Any:
        try:
            if value in names and type(value) is type(choices[names[value]]):
                return choices[names[value]]
        except TypeError:
            pass
        raise (TypeError if type(value) not in set(map(type, names)) else ValueError)(
            f"must be {of}"
        )

    def read(native: Any) -> Any:
        if native not in natives:
            raise ValueError(f"must be {listed}")
        return natives[native]

    return Codec(
        kind,
        accept,
        lambda text: read(PLAIN[kind.python].parse(text)),
        to_native=lambda value: kind.python(names[value]),
        from_native=read,
    )


def codec_of(of: Any, parse: Any, format: Any, secret: bool) -> Codec:
    """Return the codec of a key's type, or of its pair of functions.

    The messages of a secret one name no choices.
    """
    if parse is not None or format is not None:
        if of is not None:
            raise TypeError("a key has either a type, or parse and format")
        if not callable(parse) or not callable(format):
            raise TypeError("a key with a converter needs both parse and format, two callables")
        return converting(parse, format)
    if isinstance(of, type) and of in PLAIN:
        return PLAIN[of]
    return _special(of, secret)


def _special(of: Any, secret: bool) -> Codec:
    """Return the codec of an enumeration or a Literal."""
    import enum
    from typing import Literal, get_args, get_origin

    def listed(texts: Iterable[object]) -> str:
        return "one of its choices" if secret else "one of " + ", ".join(map(repr, texts))

    if isinstance(of, type) and issubclass(of, enum.Enum) and not issubclass(of, enum.Flag):
        members = list(of)
        texts = all(isinstance(member.value, str) for member in members)
        named = {str.__str__(member.value) if texts else member.name: member for member in members}
        return choosing(named, f"a member of {of.__name__}", listed(named))
    if get_origin(of) is Literal:
        values = get_args(of)
        for python in (str, int):
            if all(type(value) is python for value in values):
                named = {str(value): value for value in values}
                words = listed(values)
                return choosing(named, words, words, _kinds.KINDS[python])
    raise TypeError(
        "a key's type is str, int, float, bool, bytes, an enumeration or a Literal of str or of "
        f"int; for {of!r} give parse and format"
    )
