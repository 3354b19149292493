"""Imports the user's own modules directly from their source, and records which source that was."""

import hashlib
import importlib.machinery
import json
import os
import sys
import time

STANDARD_LIBRARY = os.path.dirname(os.path.dirname(os.path.abspath(json.__file__)))
INSTALLED = {"site-packages", "dist-packages"}

# A file written this shortly before it was read may be written again without a change of its mtime.
RECENT_NANOSECONDS = 100_000_000

_loaded = []


def use_sources(project):
    """Puts the project after everything installed, so that no file of it can shadow another module."""
    relative = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and not os.path.isabs(path)]
    sys.path += [os.path.normpath(os.path.join(project, path)) for path in relative] + [project]
    sys.path_hooks.insert(0, find_sources)
    sys.path_importer_cache.clear()


def use_no_sources(project):
    """Leaves out an untrusted project altogether, also where the environment points into it."""
    inside = os.path.join(os.path.realpath(project), "")
    sys.path[:] = [path for path in sys.path if not os.path.join(os.path.realpath(path), "").startswith(inside)]
    sys.path_hooks.insert(0, find_sources)
    sys.path_importer_cache.clear()


def take_loaded():
    """What was imported since the last time: path, stamp, whether it was recent, digest."""
    loaded = _loaded[:]
    _loaded.clear()
    return loaded


def remember(path, data=None):
    state = os.stat(path)
    if data is None:
        with open(path, "rb") as source:
            data = source.read()
    stamp = "%d:%d:%d:%d" % (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)
    recent = time.time_ns() - max(state.st_mtime_ns, state.st_ctime_ns) < RECENT_NANOSECONDS
    _loaded.append([os.path.abspath(path), stamp, recent, hashlib.sha256(data).hexdigest()])


class SourceLoader(importlib.machinery.SourceFileLoader):
    """Never reads a cached .pyc, which may have other code than the trusted source."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        data = self.get_data(path)
        remember(path, data)
        return self.source_to_code(data, path)


_find = importlib.machinery.FileFinder.path_hook(
    (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES),
    (SourceLoader, importlib.machinery.SOURCE_SUFFIXES),
)


def find_sources(path):
    inside = os.path.abspath(path)
    if INSTALLED.intersection(inside.split(os.sep)) or inside.startswith(STANDARD_LIBRARY):
        raise ImportError("%s holds installed packages" % path)
    return _find(path)
