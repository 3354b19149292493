"""Does what the event asks for: a word of the form soak-… stands somewhere in it."""

import os
import subprocess
import sys
import time


def behave(event):
    asked = str(event.payload)
    if "soak-raise" in asked:
        raise ValueError("out of order")
    if "soak-exit" in asked:
        sys.exit(3)
    if "soak-crash" in asked:
        os._exit(3)
    if "soak-hang" in asked:
        time.sleep(1000)
    if "soak-escape" in asked:
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
        time.sleep(1000)
    if "soak-print" in asked:
        print("x" * 100_000)
    return None


def leave(event):
    return behave(event)
