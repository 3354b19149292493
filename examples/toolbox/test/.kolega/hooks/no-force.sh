#!/usr/bin/env bash
# Refuses a push that rewrites what others have.
command=$(jq -r .tool_input.command)
if [[ $command == "git push"*"--force"* ]]; then
  echo "Do not force a push: $command" >&2
  exit 2
fi
