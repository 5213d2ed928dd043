#!/bin/sh
# profile_table.sh: what the grammar's table knows of real code, anew: which rows most steps are
# (src/parser/gen/parse_table_profile.txt) and which rule reads a group (parse_guesses.txt there).
#   scripts/profile_table.sh BUILD SOURCES   BUILD: a build with tests and a C++ compiler; SOURCES: a folder of Rust, such
#                                            as rustc's `library`; more folders may follow, and one
#                                            that is named several times counts so often
set -eu
build=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --build "$build" --target parse_units_on_host gen_parse_table
find "$@" -name '*.rs' | sort >"$work/list"
RUSTG_TABLE_GROUPS=$work/groups "$build/tests/parse_units_on_host" "$work/list"
"$build/gen_parse_table" src/parser/gen/parse_guesses.txt -g "$work/groups"
cmake --build "$build" --target parse_units_on_host gen_parse_table
RUSTG_TABLE_COUNTS=$work/counts "$build/tests/parse_units_on_host" "$work/list"
"$build/gen_parse_table" src/parser/gen/parse_table_profile.txt -p "$work/counts"
