"""Ends with 3 where Python did not wait as it should: then nothing is ever started ahead with it."""

import sys

sys.exit(3)
