#!/usr/bin/env bash
# An MCP server that ends at once.
echo 'starting up' >&2
echo 'no licence found' >&2
exit 3
