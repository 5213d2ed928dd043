#!/bin/sh
# The archive's global names all begin with rustg_, and it asks for nothing of CUDA.
# Usage: archive_symbols.sh NM ARCHIVE
set -eu
nm=$1
archive=$2
names=$("$nm" -g --defined-only "$archive" | awk 'NF == 3 { print $3 }')
count=$(printf '%s\n' "$names" | grep -c '^rustg_' || true)
strange=$(printf '%s\n' "$names" | grep -v '^rustg_' || true)
if [ -n "$strange" ]; then
    echo "global names that do not begin with rustg_:"
    echo "$strange"
    exit 1
fi
for name in rustg_initialize rustg_compile rustg_shutdown rustg_result_free rustg_abi_version; do
    printf '%s\n' "$names" | grep -qx "$name" || { echo "$name is not in the archive"; exit 1; }
done
wanted=$("$nm" -u "$archive" | awk '{ print $2 }' | grep -E '^(cu[A-Z]|cuda[A-Z]|nvrtc)' || true)
if [ -n "$wanted" ]; then
    echo "CUDA names to be linked:"
    echo "$wanted"
    exit 1
fi
# The library never prints, exits or aborts.
loud=$("$nm" -u "$archive" | awk '{ print $2 }' \
    | grep -Ex 'printf|puts|putchar|perror|stdout|stderr|exit|_exit|abort|__assert_fail|__printf_chk' || true)
if [ -n "$loud" ]; then
    echo "the library must not use:"
    echo "$loud"
    exit 1
fi
echo "$count global names, all rustg_"
