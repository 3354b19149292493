#!/bin/bash
# Dies by the signal $1.
echo 'last words'
kill "-$1" $$
