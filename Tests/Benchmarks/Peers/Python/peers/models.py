"""pydantic-settings: a model that is made once from the environment, for the whole process."""

from __future__ import annotations

from itertools import repeat

from pydantic_settings import BaseSettings, SettingsConfigDict

from .peer import OTHERS, OVERRIDE, RETRIES, STATUS


class Settings(BaseSettings):
    """Attributes with types, which assignments check as pyxis.override() does."""

    model_config = SettingsConfigDict(validate_assignment=True)

    status: str = "none"
    retries: int = 3
    others: list[int] = []


class Models:
    """Settings in a model."""

    name = "pydantic"

    def __init__(self) -> None:
        self._settings = Settings(status=STATUS, retries=RETRIES, others=[1] * OTHERS)

    def read_text(self, count: int) -> object:
        """Read the text."""
        value = None
        for _ in repeat(None, count):
            value = self._settings.status
        return value

    def read_integer(self, count: int) -> object:
        """Read the integer."""
        value = None
        for _ in repeat(None, count):
            value = self._settings.retries
        return value

    def override_text(self, count: int) -> object:
        """Assign to the attribute, read it and assign what it was."""
        value = None
        for _ in repeat(None, count):
            before = self._settings.status
            self._settings.status = OVERRIDE
            value = self._settings.status
            self._settings.status = before
        return value
