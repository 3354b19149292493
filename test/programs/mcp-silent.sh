#!/usr/bin/env bash
# An MCP server that never answers.
cat >/dev/null
