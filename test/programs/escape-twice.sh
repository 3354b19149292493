#!/bin/bash
# Leaves its process group twice over, as a daemon does, without any of our descriptors, and hangs.
(setsid bash -c '(setsid sleep 1000 &) ; sleep 1000' </dev/null >/dev/null 2>&1 &)
sleep 1000
