#!/bin/sh
# Builds the library for the CPU in two folders of different names, from the tracked files as they are, and compares the archive,
# librustg.so and rustgc byte by byte. A path of a folder that is in one of them is printed.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CCACHE_DISABLE=1 # what is compared must have been compiled in each folder
export CCACHE_DISABLE
for folder in "$work/one" "$work/another/and/deeper"; do
    mkdir -p "$folder/rustg"
    git ls-files -z | xargs -0 tar -cf - 2>/dev/null | tar -xf - -C "$folder/rustg"
    cmake -S "$folder/rustg" -B "$folder/made" -G Ninja -DCMAKE_BUILD_TYPE=Release -DRUSTG_CUDA=OFF >"$folder/log"
    cmake --build "$folder/made" -j2 --target rustg_core rustg_shared rustgc >"$folder/log" 2>&1 || { tail -n 40 "$folder/log"; exit 1; }
done
status=0
for file in librustg_core.a librustg.so rustgc; do
    if cmp "$work/one/made/$file" "$work/another/and/deeper/made/$file"; then
        echo "$file: the same bytes"
    else
        status=1
        strings "$work/one/made/$file" | grep -F "$work" | head -n 5 || true
    fi
done
exit $status
