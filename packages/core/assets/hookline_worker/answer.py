"""Converts what a hook returned to JSON text, as Python itself would interpret it."""

import json

from kolega_code.hooks import HookOutcome

FIELDS = ("blocked", "reason", "updated_input", "updated_output", "additional_context", "end_turn")
TEXTS = ("reason", "updated_output", "additional_context")
TRUTHS = ("blocked", "end_turn")
VALUE_BYTES = 8 << 20


class Garbled(Exception):
    """The hook returned something that is not an answer."""


def plain(result, callable_name):
    """The outcome as JSON text, and the fault beside a refusal that still counts, or None."""
    if result is None:
        return "null", None
    if isinstance(result, HookOutcome):
        result = {field: getattr(result, field) for field in FIELDS}
    if not isinstance(result, dict):
        kind = type(result).__name__
        raise Garbled("%s returned a value of type %s; expected a HookOutcome, a dict or None" % (callable_name, kind))
    truths = {field: bool(result[field]) for field in TRUTHS if field in result}
    try:
        return whole(result, truths, callable_name), None
    except Exception as error:
        wrong = str(error) if isinstance(error, Garbled) else cannot_hold(callable_name, error)
        if not any(truths.values()):
            raise Garbled(wrong)
        return json.dumps({**truths, "reason": reason_of(result)}), wrong


def whole(result, truths, callable_name):
    texts = {field: text(result[field]) for field in TEXTS if field in result}
    value = json.dumps({**result, **truths, **texts}, allow_nan=False, default=str)
    if len(value) > VALUE_BYTES:
        raise Garbled("%s returned %d bytes; at most %d are taken" % (callable_name, len(value), VALUE_BYTES))
    return value


def text(value):
    return value if value is None or isinstance(value, str) else str(value)


def reason_of(result):
    """Cut, because an endless reason may be what cannot be sent."""
    try:
        reason = text(result.get("reason"))
        return reason if reason is None else reason[: VALUE_BYTES // 8]
    except Exception:
        return None


def cannot_hold(callable_name, error):
    try:
        why = str(error)
    except Exception:
        why = type(error).__name__
    return "%s returned what JSON cannot hold: %s" % (callable_name, why)
