#!/bin/bash
# Closes stdin without a look at it.
exec 0<&-
sleep 0.1
echo closed
