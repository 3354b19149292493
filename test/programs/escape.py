#!/usr/bin/env python3
"""Leaves the process group twice over, as a daemon does; the one left behind hangs, or exits when told `exit`."""
import os
import sys
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        if os.fork() == 0:
            os.setsid()
        time.sleep(1000)
    os._exit(0)
if sys.argv[1:] != ["exit"]:
    time.sleep(1000)
