"""Python imports this while it starts, where PYTHONPATH names this folder: it waits here for its hook.

Everything that a hook could look at is put back before the start goes on, so only modules are used that are there anyway.
"""

import os
import sys


def _states():
    """The mtimes of the folders that modules come from, so that a module installed meanwhile is noticed."""
    states = []
    for path in sys.path:
        try:
            states.append(os.stat(path or ".").st_mtime_ns)
        except OSError:
            states.append(None)
    return states


def _told():
    told = b""
    while True:
        piece = os.read(3, 65536)
        if not piece:
            break
        told += piece
    os.close(3)
    # If the end mark is missing, the host died while writing, or no longer needs this process.
    if not told.endswith(b"\n#END"):
        os._exit(0)
    return told[: -len(b"\n#END")].split(b"\0")


def _become(folder, variables):
    os.chdir(folder)
    os.environb.clear()
    for variable in variables:
        name, _, value = variable.partition(b"=")
        os.environb[name] = value


def _wait():
    own = os.path.dirname(__file__)
    sys.path.remove(own)
    sys.path_importer_cache.pop(own, None)
    before = _states()
    refusal, folder, *variables = _told()
    try:
        if _states() != before:
            raise OSError("modules may have changed")
        _become(folder, variables)
    except Exception:
        os.write(1, refusal)
        os._exit(97)


try:
    _wait()
except Exception:
    os._exit(3)  # the script must not run before its event
del sys.modules["sitecustomize"]
try:
    import sitecustomize  # noqa: F401  the one that would have been found without this file
except ImportError as error:
    if error.name != "sitecustomize":
        raise
    raise ImportError(name="sitecustomize") from None
