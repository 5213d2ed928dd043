#!/bin/sh
# The first error of each program in rustc's tests/ui/parser against its .stderr file. Usage: ui_parser_test.sh RUSTGC
# Exit 77: the oracle ($RUSTG_ORACLE_DIR, else its usual place in the user's cache) or python3 is not here.
set -eu
oracle=${RUSTG_ORACLE_DIR:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/rustg-oracle}
programs=$oracle/src/tests/ui/parser
if [ ! -d "$programs" ] || [ ! -x "$oracle/bin/rustc_parse" ]; then
    echo "skipped: no oracle in $oracle"
    exit 77
fi
if ! command -v python3 >/dev/null 2>&1; then
    echo "skipped: python3 was not found"
    exit 77
fi
exec python3 "$(dirname "$0")/../parser/ui_parser.py" "$1" "$oracle/bin/rustc_parse" "$programs"
