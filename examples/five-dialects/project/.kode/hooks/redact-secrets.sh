#!/usr/bin/env bash
jq '.prompt |= (gsub("AKIA[0-9A-Z]{16}"; "[REDACTED-AWS]"))' \
  | jq '{replace_prompt: .prompt, annotation: "redacted AWS keys"}'
