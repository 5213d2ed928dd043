#!/bin/sh
# Every function that include/rustg declares is in the library, archive or shared, and the library shows no other name.
# Usage: public_symbols.sh NM LIBRARY INCLUDE_DIR
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Comments go first: they mention names too.
cat "$3"/rustg/*.h | sed -e 's://.*::' -e 's:/\*[^*]*\*/::g' \
    | awk '/\/\*/ { inside = 1 } !inside { print } /\*\// { inside = 0 }' \
    | grep -oE '\brustg_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$work/declared"
case $2 in *.so*) dynamic=-D ;; *) dynamic= ;; esac
"$1" $dynamic -g --defined-only "$2" | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
if ! diff "$work/declared" "$work/defined"; then
    echo "< declared in include/rustg only, > in the library only"
    exit 1
fi
echo "$(wc -l <"$work/declared") functions"
