"""Exits with 3 where Python did not wait as it should; then it is never started ahead."""

import sys

sys.exit(3)
