"""The events of Kolega Code, and how a python hook sees one."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Dict, Optional

__all__ = ["HookEvent", "LifecycleEvent"]


class HookEvent(str, Enum):
    """An event that hooks are attached to; equal to its name as a plain string."""

    SESSION_START = "SessionStart"
    USER_PROMPT_SUBMIT = "UserPromptSubmit"
    PRE_TOOL_USE = "PreToolUse"
    POST_TOOL_USE = "PostToolUse"
    PRE_COMPACT = "PreCompact"
    STOP = "Stop"
    SUBAGENT_STOP = "SubagentStop"
    NOTIFICATION = "Notification"
    SESSION_END = "SessionEnd"

    def __str__(self) -> str:
        return self.value

    # What an f-string gives differs between versions of Python otherwise.
    __format__ = str.__format__


@dataclass(frozen=True)
class LifecycleEvent:
    """One event of the agent's life; ``payload`` holds the fields that belong to this kind of event."""

    name: HookEvent
    payload: Dict[str, Any] = field(default_factory=dict)
    session_id: Optional[str] = None
    cwd: Optional[str] = None
    permission_mode: Optional[str] = None

    def to_hook_input(self) -> Dict[str, Any]:
        """The JSON object that a command hook gets for this event."""
        return {
            "hook_event_name": getattr(self.name, "value", self.name),
            "session_id": self.session_id,
            "cwd": self.cwd,
            "permission_mode": self.permission_mode,
            **self.payload,
        }
