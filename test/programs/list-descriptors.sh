#!/bin/bash
# Names every descriptor that it was given, and what it stands for.
for descriptor in /proc/$$/fd/*; do
  echo "${descriptor##*/} $(readlink "$descriptor")"
done
