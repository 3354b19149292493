#!/usr/bin/env bash
# An MCP server that greets, and answers the first request with an error.
echo 'Good morning!'
read -r request
id=${request##*\"id\":}
printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"no seats left"}}\n' "${id%%[!0-9]*}"
cat >/dev/null
