#!/bin/bash
# Falls asleep as Ctrl-Z would make it.
sleep 1000 &
kill -STOP $$
