#!/bin/sh
# fuzz.sh [SECONDS] [FOLDER]: runs libFuzzer over the lexer with address and undefined-behaviour sanitizers, one job a
# core. New inputs go into FOLDER (build/fuzz/corpus), findings into build/fuzz; minimized findings belong in
# tests/fuzz/saved, which CTest replays. Needs clang with its fuzzer (Debian: clang libclang-rt-14-dev).
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
work=${RUSTG_FUZZ_WORK:-build/fuzz}
found=${2:-$work/corpus}
mkdir -p "$found" "$work/generated/lexer"
clang=${CLANG:-clang}
"$clang" -std=gnu11 -Iinclude -Isrc -o "$work/gen_keywords" src/lexer/gen/gen_keywords.c
"$work/gen_keywords" "$work/generated/lexer/lex_keyword_table.h"
"$clang" -std=gnu11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Iinclude -Isrc \
    "-I$work/generated" -o "$work/fuzz_lexer" tests/fuzz/fuzz_lexer.c src/lexer/*.c src/diagnostics/*.c src/base/*.c \
    -lpthread -lm
jobs=$(nproc)
root=$PWD
found=$(cd "$found" && pwd)
cd "$work" # where the jobs leave their logs
exec ./fuzz_lexer "-max_total_time=$seconds" "-jobs=$jobs" "-workers=$jobs" -max_len=2048 -timeout=10 \
    "-dict=$root/tests/fuzz/rust.dict" "$found" "$root/tests/fuzz/saved"
