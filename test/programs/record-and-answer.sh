#!/bin/bash
# A hook that keeps what it is told and answers as prepared: record-and-answer.sh FOLDER NAME
# Call n is kept as NAME.n.json; NAME.n.out, NAME.n.err and NAME.n.code are its answer, else those without a number.
folder=$1 name=$2
n=1
while ! (set -o noclobber; : > "$folder/$name.$n.json") 2>/dev/null; do n=$((n + 1)); done
cat > "$folder/$name.$n.json"
prepared() { if [ -f "$folder/$name.$n.$1" ]; then cat "$folder/$name.$n.$1"; elif [ -f "$folder/$name.$1" ]; then cat "$folder/$name.$1"; fi; }
prepared out
prepared err >&2
code=$(prepared code)
exit "${code:-0}"
