"""OpenFeature with its provider in memory; overrides are for the context, as with Pyxis."""

from __future__ import annotations

from itertools import repeat

from openfeature import api
from openfeature.evaluation_context import EvaluationContext
from openfeature.flag_evaluation import FlagResolutionDetails
from openfeature.provider.in_memory_provider import InMemoryFlag, InMemoryProvider
from openfeature.transaction_context import ContextVarsTransactionContextPropagator

from .peer import OTHERS, OVERRIDE, RETRIES, STATUS


def status(flag: InMemoryFlag[str], context: EvaluationContext) -> FlagResolutionDetails[str]:
    """Return the text that the context asks for, else the usual one."""
    return FlagResolutionDetails(context.attributes.get("status", STATUS))


class Features:
    """Flags of a client."""

    name = "openfeature"

    def __init__(self) -> None:
        flags: dict[str, InMemoryFlag[object]] = {
            f"other-{index}": InMemoryFlag("on", {"on": 1}) for index in range(OTHERS)
        }
        flags["retries"] = InMemoryFlag("on", {"on": RETRIES})
        flags["status"] = InMemoryFlag("on", {"on": STATUS}, context_evaluator=status)
        api.set_provider(InMemoryProvider(flags))
        api.set_transaction_context_propagator(ContextVarsTransactionContextPropagator())
        self._client = api.get_client()

    def read_text(self, count: int) -> object:
        """Read the text."""
        value = None
        for _ in repeat(None, count):
            value = self._client.get_string_value("status", "none")
        return value

    def read_integer(self, count: int) -> object:
        """Read the integer."""
        value = None
        for _ in repeat(None, count):
            value = self._client.get_integer_value("retries", 3)
        return value

    def override_text(self, count: int) -> object:
        """Set the transaction's context, read, and set what it was."""
        value = None
        for _ in repeat(None, count):
            before = api.get_transaction_context()
            api.set_transaction_context(EvaluationContext(attributes={"status": OVERRIDE}))
            value = self._client.get_string_value("status", "none")
            api.set_transaction_context(before)
        return value
