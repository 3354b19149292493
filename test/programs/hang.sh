#!/bin/bash
# Waits far longer than any timeout.
sleep 1000
