#!/bin/sh
# Verdicts and nodes of programs that nobody wrote (random_programs.py) against rustc's parser, in the four editions.
#   RUSTG_RANDOM_PROGRAMS  how many; 20000
#   RUSTG_RANDOM_SEED      which; 1
# Exit 77: the oracle ($RUSTG_ORACLE_DIR, else its usual place in the user's cache) or python3 is not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/oracle.sh"
folder=${RUSTG_CORPUS_WORK:-build/corpus}/random_programs
need_oracle src/tests/ui
python3 "$here/random_programs.py" "$folder" "${RUSTG_RANDOM_PROGRAMS:-20000}" "${RUSTG_RANDOM_SEED:-1}" \
    "$oracle/src/tests/ui" "$here/../parser/grammar"
RUSTG_CORPUS_LIST=$folder/list "${RUSTG_TEST_PROGRAMS:-build/dev/tests}/corpus_ast_test" -o "$folder/differences"
