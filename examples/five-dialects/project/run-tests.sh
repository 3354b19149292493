#!/usr/bin/env bash
# The "test suite" of this project: a sum that must come out right.
[ "$(bash sum.sh 2 3)" = 5 ]
