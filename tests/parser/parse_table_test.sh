# parse_table_test.sh: makes the table of the grammar from the rules and walks it over sources: trees as parse_cpu.c's,
# node by node, in every edition; no row where there is an error. 77 where no C++ compiler is.
#   RUSTG_ORACLE_DIR        with it, every fiftieth of rustc's sources and tests too
#   RUSTG_TABLE_STEP        instead of 50
#   RUSTG_TABLE_MUTANTS     of each file: 20
set -eu
cc=${CC:-cc}
cxx=${CXX:-c++}
command -v "$cc" >/dev/null && command -v "$cxx" >/dev/null || { echo "skipped: no C++ compiler"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
include="-I $RUSTG_SOURCE_DIR/include -I $RUSTG_SOURCE_DIR/src -I $RUSTG_BUILD_DIR/generated"
inner=$RUSTG_BUILD_DIR/librustg_inner.a
sanitize=
if nm "$inner" | grep -q __asan_; then sanitize=-fsanitize=address,undefined; fi
mkdir -p "$work/parser/table"
"$cxx" -std=gnu++17 -O2 -w $include -o "$work/gen_parse_table" "$RUSTG_SOURCE_DIR/src/parser/gen/gen_parse_table.cpp"
"$work/gen_parse_table" "$work/parser/table/parse_table_rows.h"
"$cc" -std=gnu11 -D_GNU_SOURCE -O1 $sanitize $include -I "$work" -o "$work/parse_table_on_host" \
    "$RUSTG_SOURCE_DIR/tests/parser/table/parse_table_on_host.c" "$inner" -lpthread -ldl -lm
find "$RUSTG_SOURCE_DIR/tests" "$RUSTG_SOURCE_DIR/examples" "$RUSTG_SOURCE_DIR/kernels" -name '*.rs' | sort >"$work/own"
"$work/parse_table_on_host" "$work/own" 1 "${RUSTG_TABLE_MUTANTS:-20}"
if [ -n "${RUSTG_ORACLE_DIR:-}" ]; then
    find "$RUSTG_ORACLE_DIR/src" -name '*.rs' | sort >"$work/corpus"
    "$work/parse_table_on_host" "$work/corpus" "${RUSTG_TABLE_STEP:-50}" "${RUSTG_TABLE_MUTANTS:-20}"
fi
