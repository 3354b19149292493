#!/bin/bash
# Lets every command run, with less weight.
jq '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "allow",
     updatedInput: (.tool_input + {command: ("nice " + .tool_input.command)})}}'
