#!/bin/sh
# The first error of each program in rustc's tests/ui/lexer against its .stderr file. Usage: ui_lexer_test.sh RUSTGC
# Exit 77: the oracle ($RUSTG_ORACLE_DIR, else its usual place in the user's cache) or python3 is not here.
set -eu
. "$(dirname "$0")/oracle.sh"
programs=$oracle/src/tests/ui/lexer
need_oracle src/tests/ui/lexer
exec python3 "$(dirname "$0")/../lexer/ui_lexer.py" "$1" "$programs"
