"""Imports and calls hooks: reads calls, writes one answer for each."""

import importlib
import json
import os
import sys

from kolega_code.hooks import HookEvent, LifecycleEvent

from .answer import Garbled, plain
from .keeper import STARTED
from .sources import SourceLoader, remember, take_loaded, use_no_sources, use_sources

OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))


class NotStarted(Exception):
    """The hook could not be called at all."""


class ImportRaised(Exception):
    """The hook's module raised while it was imported."""


def run_calls(project, imports_project, calls, answers):
    """Runs one call after another until no more can come."""
    os.set_inheritable(calls, False)
    if imports_project:
        use_sources(project)
    else:
        use_no_sources(project)
    own_process = os.getpid()
    with os.fdopen(calls, "rb") as lines:
        for line in lines:
            answer = answer_call(line, project, answers)
            if os.getpid() != own_process:
                os._exit(0)  # A child forked by the hook returned from it.
            write(answers, answer)


def answer_call(line, project, answers):
    renew_streams()
    try:
        call = json.loads(line)
        value, wrong = plain(call_hook(call, project, answers), call["callable"])
        answer = {"how": "answered"} if wrong is None else {"how": "answered", "wrong": wrong}
    except NotStarted as error:
        answer, value = {"how": "not-started", "why": str(error)}, None
    except Garbled as error:
        answer, value = {"how": "garbled", "why": str(error)}, None
    except ImportRaised as error:
        answer, value = {"how": "raised", "why": str(error)}, None
    except BaseException as error:
        answer, value = {"how": "raised", "why": describe(error)}, None
    flush_streams()
    answer["sources"] = take_loaded()
    answer["value"] = value
    return json.dumps(answer).encode() + b"\n"


_streams = {}
_spares = {}


def renew_streams():
    """A hook may close or replace the standard streams, so they are restored for the next one."""
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        if name not in _spares:
            _spares[name] = os.dup(descriptor)
        os.dup2(_spares[name], descriptor)
        if name not in _streams or _streams[name].closed:
            _streams[name] = open(descriptor, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)
        setattr(sys, name, _streams[name])


def flush_streams():
    for stream in (sys.stdout, sys.stderr, *_streams.values()):
        try:
            stream.flush()
        except Exception:
            pass


def call_hook(call, project, answers):
    try:
        os.chdir(project)
    except OSError as error:
        raise NotStarted("the project folder %s cannot be entered: %s" % (project, error.strerror))
    function = find_function(call["callable"], project)
    event = lifecycle_event(**call["event"])
    write(answers, STARTED + b"\n")  # From here on the time counts as the hook's own.
    if "asyncio" in sys.modules:
        event_loop()
    result = function(event)
    return wait_for(result) if hasattr(result, "__await__") else result


def lifecycle_event(name, **rest):
    known = {event.value: event for event in HookEvent}
    return LifecycleEvent(name=known.get(name, name), **rest)


def find_function(callable_name, project):
    module_name, colon, path = callable_name.strip().partition(":")
    if not colon or not all(part.isidentifier() for part in (*module_name.split("."), *path.split("."))):
        raise NotStarted('callable "%s" is not of the form module.path:function' % callable_name)
    found = import_module(module_name, project)
    for name in path.split("."):
        if not hasattr(found, name):
            raise NotStarted(no_such_function(module_name, path))
        found = getattr(found, name)
    if not callable(found):
        raise NotStarted("%s of module %s is no function but of type %s" % (path, module_name, type(found).__name__))
    return found


def import_module(name, project):
    if name in sys.modules:
        return sys.modules[name]
    importlib.invalidate_caches()
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise NotStarted(no_such_module(name, project, error))
    except BaseException as error:
        raise ImportRaised("importing %s raised %s" % (name, describe(error)))
    file = getattr(module, "__file__", None) or ""
    if file.endswith(".py") and not isinstance(module.__loader__, SourceLoader):
        remember(file)
    return module


def no_such_module(name, project, error):
    missing = error.name or str(error)
    if project not in sys.path:
        return "there is no module %s among the packages of %s; %s is not looked at, since it is not trusted" % (
            missing,
            sys.executable,
            project,
        )
    if missing == name or name.startswith(missing + "."):
        return "there is no module %s: looked in %s and in the packages of %s" % (missing, project, sys.executable)
    return "module %s needs %s, which is neither in %s nor installed for %s" % (name, missing, project, sys.executable)


def no_such_function(module_name, path):
    module = sys.modules[module_name]
    place = getattr(module, "__file__", None) or "built in"
    own = [name for name, value in vars(module).items() if getattr(value, "__module__", None) == module_name]
    names = sorted(name for name in own if callable(getattr(module, name)) and not name.startswith("_"))
    listed = ", ".join(names[:12]) or "none"
    return "module %s (%s) has no function %s; its functions: %s" % (module_name, place, path, listed)


_loop = None


def event_loop():
    """The current loop: one serves all calls, so that what a module keeps for its loop stays usable."""
    global _loop
    import asyncio

    if _loop is None or _loop.is_closed():
        _loop = asyncio.new_event_loop()
    asyncio.set_event_loop(_loop)
    return _loop


def wait_for(awaitable):
    """A task that the hook has started belongs to the loop in which it was started."""

    async def wait():
        return await awaitable

    loop = awaitable.get_loop() if hasattr(awaitable, "get_loop") else event_loop()
    return loop.run_until_complete(wait())


def describe(error):
    """Type, message and location in one line; the traceback goes to the hook's own output."""
    import traceback

    trace = error.__traceback__
    while trace is not None and is_foreign(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    try:
        traceback.print_exception(type(error), error, trace)
        text = str(error)
    except Exception:
        text = ""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else " (%s:%d)" % (os.path.basename(trace.tb_frame.f_code.co_filename), trace.tb_lineno)
    return type(error).__name__ + (": " + text if text else "") + place


def is_foreign(path):
    return path.startswith(OWN_FOLDER) or path.startswith("<frozen importlib") or "asyncio" in path.split(os.sep)


def write(descriptor, data):
    while data:
        data = data[os.write(descriptor, data) :]
