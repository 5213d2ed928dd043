#!/bin/sh
# The tests of rustg and rustg-tensor over a library built with AddressSanitizer, in such a build; elsewhere some of them under
# valgrind, more of them with RUSTG_VALGRIND_TESTS=all. Skipped where there is no cargo or no valgrind.
set -eu
command -v cargo >/dev/null && command -v rustc >/dev/null || { echo "skipped: no cargo or rustc here"; exit 77; }
cd "$RUSTG_SOURCE_DIR/bindings/rust"
RUSTG_DIR=$RUSTG_BUILD_DIR/rust-memory-install
RUSTG_CACHE=on # valgrind would take long over each compile anew
RUSTG_CACHE_DIR=$RUSTG_BUILD_DIR/rust-memory-cache
CARGO_TARGET_DIR=$RUSTG_BUILD_DIR/rust-memory
CARGO_NET_OFFLINE=true
RUSTG_CUDA_ARCHITECTURES=90 # one is enough of rustg-tensor's
export RUSTG_DIR RUSTG_CACHE RUSTG_CACHE_DIR CARGO_TARGET_DIR CARGO_NET_OFFLINE RUSTG_CUDA_ARCHITECTURES
rm -rf "$RUSTG_CACHE_DIR"
"$CMAKE" --install "$RUSTG_BUILD_DIR" --prefix "$RUSTG_DIR" >/dev/null
case $RUSTG_SANITIZE in
*address*)
    # rustc's own sanitizers need a nightly. The C compiler links its runtime, first of all libraries, unless it is told
    # -nodefaultlibs, as rustc does; into tests and build scripts, which call the library, not into macros, which rustc loads
    linker=$RUSTG_BUILD_DIR/rust-linker
    cat >"$linker" <<EOF
#!/bin/sh
for word; do
    [ "\$word" != -shared ] || exec "$RUSTG_C_COMPILER" "\$@"
done
for word; do
    shift
    [ "\$word" = -nodefaultlibs ] || set -- "\$@" "\$word"
done
exec "$RUSTG_C_COMPILER" -fsanitize=$RUSTG_SANITIZE "\$@"
EOF
    chmod +x "$linker"
    target=$(rustc -vV | sed -n 's/^host: //p')
    exec env "CARGO_TARGET_$(echo "$target" | tr a-z- A-Z_)_LINKER=$linker" \
        cargo test --quiet --package rustg --package rustg-tensor --tests --target "$target"
    ;;
?*)
    echo "skipped: Rust's standard library is not built with $RUSTG_SANITIZE"
    exit 77
    ;;
esac
command -v valgrind >/dev/null || { echo "skipped: no valgrind here"; exit 77; }
names=${RUSTG_VALGRIND_TESTS:-launch lifetimes}
if [ "$names" = all ]; then
    names="launch lifetimes operations gradients errors"
    cargo test --quiet --package rustg-tensor --test operations --test gradients --test errors --no-run
fi
cargo test --quiet --package rustg --test launch --test lifetimes --no-run
for name in $names; do
    newest=
    for program in "$CARGO_TARGET_DIR/debug/deps/$name"-*; do
        case $program in *.d) continue ;; esac
        if [ -z "$newest" ] || [ "$program" -nt "$newest" ]; then newest=$program; fi
    done
    valgrind -q --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect --error-exitcode=99 \
        "$newest" --quiet --test-threads=2 --skip many_threads >"$CARGO_TARGET_DIR/$name.log" 2>&1 ||
        { grep -m 40 '^==\|panicked' "$CARGO_TARGET_DIR/$name.log"; exit 1; }
done
