#!/bin/bash
# Lets every command run, without its messages.
jq '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "allow",
     updatedInput: (.tool_input + {command: (.tool_input.command + " 2>/dev/null")})}}'
