#!/bin/bash
# Opens its streams by name, as many scripts do.
echo 'first' >&2
grep -o hello /dev/stdin > /dev/stdout
echo 'second' > /dev/stderr
cat /dev/stdin | wc -c
echo 'third' >&2
exit 2
