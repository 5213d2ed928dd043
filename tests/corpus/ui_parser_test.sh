#!/bin/sh
# The first error of each program in rustc's tests/ui/parser against its .stderr file. Usage: ui_parser_test.sh RUSTGC
# Exit 77: the oracle ($RUSTG_ORACLE_DIR, else its usual place in the user's cache) or python3 is not here.
set -eu
. "$(dirname "$0")/oracle.sh"
programs=$oracle/src/tests/ui/parser
need_oracle src/tests/ui/parser bin/rustc_parse
exec python3 "$(dirname "$0")/../parser/ui_parser.py" "$1" "$oracle/bin/rustc_parse" "$programs"
