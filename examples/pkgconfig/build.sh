#!/bin/sh
# Builds ../tokens.c, or another example, against an installed rustg through pkg-config. Usage: build.sh OUTPUT [EXAMPLE.c]
# PKG_CONFIG_PATH names the folder of rustg_core.pc where that is not a usual one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=${1:-tokens}
# shellcheck disable=SC2046
${CC:-cc} -std=c11 $(pkg-config --cflags rustg_core) "$here/../${2:-tokens.c}" -o "$output" \
    $(pkg-config --libs --static rustg_core)
