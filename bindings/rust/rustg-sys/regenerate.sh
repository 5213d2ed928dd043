#!/bin/sh
# Writes src/bindings.rs anew from include/rustg, or to the file that is named. Needs bindgen and libclang.
# Usage: regenerate.sh [FILE]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(realpath "${1:-$here/src/bindings.rs}")
cd "$here" # for rustfmt.toml
set -f # the patterns in bindgen.args are no file names
# shellcheck disable=SC2046
bindgen "$here/../../../include/rustg/rustg.h" $(cat "$here/bindgen.args") -o "$out" -- -I"$here/../../../include"
