"""Runs the python hooks of one project for hookline, one call at a time: ``python-worker.py PROJECT [installed]``.

Two processes share the work. The runner imports and calls hooks. The keeper stands beside it, so that even a hook
that never lets go of the interpreter can be watched, ended and cleaned up after.

descriptor 0  held open by the host for as long as it wants this worker
descriptor 3  calls, one JSON object a line
descriptor 4  answers, one JSON object a line; what hooks print travels inside them and can never look like one
"""

import os
import sys

sys.dont_write_bytecode = True
ASSETS = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [ASSETS] + [path for path in sys.path if path and os.path.abspath(path) != ASSETS]

from hookline_worker.keeper import keep  # noqa: E402
from hookline_worker.runner import run_calls  # noqa: E402

# A hook that uses multiprocessing may have this file imported again.
if __name__ == "__main__":
    keep(lambda answers: run_calls(sys.argv[1], "installed" not in sys.argv[2:], 3, answers), 0, 4)
