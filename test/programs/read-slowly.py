#!/usr/bin/env python3
"""Reads stdin in small sips, then says how much it was."""
import os
import time

count = 0
sips = 0
while chunk := os.read(0, 65536):
    count += len(chunk)
    sips += 1
    if sips % 16 == 0:
        time.sleep(0.005)
print(count)
