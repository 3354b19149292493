#!/bin/bash
command=$(jq -r .tool_input.command)
if [[ $command == *"rm -rf"* ]]; then
  echo "rm -rf is not allowed here" >&2
  exit 2
fi
