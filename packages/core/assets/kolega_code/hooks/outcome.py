"""What a python hook decides, and several decisions as one."""

from dataclasses import dataclass
from typing import Any, Dict, Iterable, Optional

__all__ = ["HookOutcome", "merge"]


@dataclass
class HookOutcome:
    """What a hook decided; the empty outcome lets the action go on."""

    blocked: bool = False
    reason: Optional[str] = None
    updated_input: Optional[Dict[str, Any]] = None
    updated_output: Optional[str] = None
    additional_context: Optional[str] = None
    end_turn: bool = False

    @classmethod
    def deny(cls, reason: Optional[str] = None) -> "HookOutcome":
        """Blocks the action."""
        return cls(blocked=True, reason=reason)

    @classmethod
    def empty(cls) -> "HookOutcome":
        """Nothing to say."""
        return cls()

    @property
    def is_empty(self) -> bool:
        """Whether it decides, rewrites and adds nothing."""
        rewrites = self.updated_input is not None or self.updated_output is not None
        return not (self.blocked or self.end_turn or rewrites or self.additional_context)


def merge(outcomes: Iterable[HookOutcome]) -> HookOutcome:
    """Several outcomes in their order as one: the first block counts, the last rewrite, and every context."""
    said = list(outcomes)
    inputs = [outcome.updated_input for outcome in said if outcome.updated_input is not None]
    outputs = [outcome.updated_output for outcome in said if outcome.updated_output is not None]
    contexts = [outcome.additional_context for outcome in said if outcome.additional_context]
    block = next((outcome for outcome in said if outcome.blocked), None)
    return HookOutcome(
        blocked=block is not None,
        reason=None if block is None else block.reason,
        updated_input=inputs[-1] if inputs else None,
        updated_output=outputs[-1] if outputs else None,
        additional_context="\n".join(contexts) if contexts else None,
        end_turn=block is not None or any(outcome.end_turn for outcome in said),
    )
