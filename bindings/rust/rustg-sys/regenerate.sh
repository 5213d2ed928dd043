#!/bin/sh
# Writes src/bindings.rs anew from include/rustg, or to the file that is named; without one the kinds of rustg/src/kinds.rs
# too. Needs bindgen, libclang, rustfmt and Python.
# Usage: regenerate.sh [FILE]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(realpath "${1:-$here/src/bindings.rs}")
cd "$here" # for rustfmt.toml
set -f # the patterns in bindgen.args are no file names
# shellcheck disable=SC2046
bindgen "$here/../../../include/rustg/rustg.h" $(cat "$here/bindgen.args") -o "$out" -- -I"$here/../../../include" -include rustg/arrow.h
[ $# -gt 0 ] || python3 "$here/../rustg/kinds.py"
