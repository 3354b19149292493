#!/bin/sh
# Refuses a forced push.
if grep -q '"command": "git push [^"]*--force'; then
  echo 'Ask before you force a push.' >&2
  exit 2
fi
