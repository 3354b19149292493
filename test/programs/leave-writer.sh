#!/bin/bash
# Leaves a child that never stops writing; $1 is the exit status.
yes 'from the child' &
exit "$1"
