#!/bin/bash
# Leaves a child that keeps stdout and stderr open; $1 is the exit status.
sleep 1000 &
echo '{"from":"the hook"}'
echo 'why not' >&2
exit "$1"
