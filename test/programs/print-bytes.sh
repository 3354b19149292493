#!/bin/bash
# A byte that no UTF-8 text holds, a NUL, a byte order mark and a cut-off character.
printf '\xef\xbb\xbfa\xffb\x00c\xe2\x82'
