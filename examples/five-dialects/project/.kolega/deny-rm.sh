#!/usr/bin/env bash
# Refuses `rm -rf`: exit 2 blocks, and what stands on stderr is the reason.
command=$(node -p 'JSON.parse(fs.readFileSync(0)).tool_input.command')
if [[ "$command" == *"rm -rf"* ]]; then
  echo "rm -rf is not allowed here; move the files to a trash folder instead" >&2
  exit 2
fi
