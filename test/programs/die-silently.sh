#!/bin/bash
# Dies by the signal $1 without a word.
kill "-$1" $$
