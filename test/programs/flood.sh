#!/bin/bash
# Writes $1 bytes to the stream $2 (1 or 2), then exits with $3.
head -c "$1" /dev/zero >&"$2"
exit "$3"
