#!/bin/bash
# Leaves a process in a session of its own, without any of our descriptors, and hangs.
(setsid sleep 1000 </dev/null >/dev/null 2>&1 &)
sleep 1000
