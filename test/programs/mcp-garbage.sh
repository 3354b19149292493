#!/usr/bin/env bash
# An MCP server that talks, but not MCP.
echo 'Welcome to the server!'
cat >/dev/null
