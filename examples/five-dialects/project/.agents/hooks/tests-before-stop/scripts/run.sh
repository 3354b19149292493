#!/usr/bin/env bash
if ! ./run-tests.sh > /dev/null 2>&1; then
  echo "Tests must pass before completing" >&2
  exit 2
fi
