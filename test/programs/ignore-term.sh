#!/bin/bash
# Survives SIGTERM, with a child that does the same.
trap '' TERM
sleep 1000 &
while :; do sleep 1; done
