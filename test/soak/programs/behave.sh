#!/bin/bash
# Does what the event asks for: a word of the form soak-… stands somewhere in it.
IFS= read -r -d '' event
case $event in
  *soak-refuse*) echo 'not here' >&2; exit 2 ;;
  *soak-fail*) echo 'out of order' >&2; exit 1 ;;
  *soak-die*) kill -KILL $$ ;;
  *soak-crash*) kill -SEGV $$ ;;
  *soak-half*) printf '{"decision": "al' ;;
  *soak-flood*) head -c 1500000 /dev/zero | tr '\0' x ;;
  *soak-hold*) sleep 1000 & ;;
  *soak-hang*) sleep 1000 ;;
  *soak-deaf*) trap '' TERM; while :; do sleep 1; done ;;
  *soak-stop*) kill -STOP $$ ;;
  *soak-escape*) setsid sleep 1000 & setsid bash -c 'sleep 1000 & wait' & sleep 1000 ;;
  *soak-strip*) env -i setsid sleep 1000 & sleep 1000 ;;
  *soak-tell*) printf '{}' ;;
esac
