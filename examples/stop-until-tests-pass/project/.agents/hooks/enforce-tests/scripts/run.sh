#!/bin/bash
# Run tests before allowing the agent to complete
if ! npm test 2>&1; then
    echo "Tests must pass before completing" >&2
    exit 2
fi
exit 0
