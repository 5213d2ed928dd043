#!/bin/sh
# Builds the library in two folders of different names, with kernels for one architecture where nvcc is: from the tracked files as they
# are, and from the sources' archive that cpack makes of them. Compares the archive, librustg.so and rustgc byte by byte; a path of a
# folder that is in one of them is printed.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CCACHE_DISABLE=1 # what is compared must have been compiled in each folder
export CCACHE_DISABLE
one=$work/one
other=$work/another/and/deeper
mkdir -p "$one/rustg" "$other/rustg"
git ls-files -z | xargs -0 tar -cf - 2>/dev/null | tar -xf - -C "$one/rustg"
for folder in "$one" "$other"; do
    cmake -S "$folder/rustg" -B "$folder/made" -G Ninja -DCMAKE_BUILD_TYPE=Release -DRUSTG_CUDA_ARCHITECTURES=90 >"$folder/log"
    grep -E 'nvcc +(found|missing)' "$folder/log"
    cmake --build "$folder/made" -j2 --target rustg_core rustg_shared rustgc >"$folder/log" 2>&1 || { tail -n 40 "$folder/log"; exit 1; }
    if [ "$folder" = "$one" ]; then
        cpack --config "$one/made/CPackSourceConfig.cmake" -B "$work/packed" >"$one/log" 2>&1 || { cat "$one/log"; exit 1; }
        tar -xzf "$work"/packed/*.tar.gz -C "$other/rustg" --strip-components=1
    fi
done
status=0
for file in librustg_core.a librustg.so rustgc; do
    if cmp "$one/made/$file" "$other/made/$file"; then
        echo "$file: the same bytes"
    else
        status=1
        strings "$one/made/$file" | grep -F "$work" | head -n 5 || true
    fi
done
exit $status
