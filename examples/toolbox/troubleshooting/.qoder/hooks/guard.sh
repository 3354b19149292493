#!/usr/bin/env bash
if grep -q 'rm -rf'; then
  echo 'rm -rf is not allowed here' >&2
  exit 2
fi
