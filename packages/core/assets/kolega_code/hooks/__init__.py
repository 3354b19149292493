"""What a python hook takes and gives: ``LifecycleEvent`` in, ``HookOutcome`` (or a dict of its fields, or None) out."""

from pkgutil import extend_path

from .events import HookEvent, LifecycleEvent
from .outcome import HookOutcome, merge

# Where Kolega Code itself is installed, its other modules of this name stay importable.
__path__ = extend_path(__path__, __name__)
__all__ = ["HookEvent", "HookOutcome", "LifecycleEvent", "merge"]
