"""Finds processes that left the worker's process group, by the tag in their environment."""

import os
import signal
import time

ROUNDS = 20
PAUSE_SECONDS = 0.01


def sweep(tag):
    """Kills every process with the tag, except this one, and repeats until none is left."""
    if not tag or not os.path.isdir("/proc/self"):
        return
    mark = ("HOOKLINE_RUN=" + tag).encode()
    for _ in range(ROUNDS):
        if not sum(kill_if_tagged(name, mark) for name in os.listdir("/proc") if name.isdigit()):
            return
        time.sleep(PAUSE_SECONDS)


def kill_if_tagged(name, mark):
    if int(name) == os.getpid():
        return False
    try:
        with open("/proc/%s/environ" % name, "rb") as environment:
            if mark not in environment.read().split(b"\0"):
                return False
        os.kill(int(name), signal.SIGKILL)
        return True
    except OSError:
        return False
