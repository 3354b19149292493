"""What a python hook takes and gives: ``LifecycleEvent`` in, ``HookOutcome`` (or a dict of its fields, or None) out."""

from dataclasses import dataclass
from typing import Any, Dict, Optional

__all__ = ["HookOutcome", "LifecycleEvent"]


@dataclass(frozen=True)
class LifecycleEvent:
    """One event of the agent's life; ``payload`` is what a command hook would read on stdin."""

    name: str
    payload: Dict[str, Any]
    session_id: Optional[str] = None
    cwd: Optional[str] = None
    permission_mode: Optional[str] = None

    def to_hook_input(self) -> Dict[str, Any]:
        """The JSON object that a command hook gets for this event."""
        return {
            "hook_event_name": self.name,
            "session_id": self.session_id,
            "cwd": self.cwd,
            "permission_mode": self.permission_mode,
            **self.payload,
        }


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
