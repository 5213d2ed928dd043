#!/bin/sh
# librustg.so is called by its ABI, needs libc and libm alone, and compiles a source in a program that opens it with dlopen.
# Usage: shared_library.sh READELF LIBRARY CC INCLUDE_DIR
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
abi=$(sed -n 's/^#define RUSTG_ABI_VERSION  *//p' "$4/rustg/compile.h")
"$1" -Wd "$2" >"$work/dynamic"
grep -qF "Library soname: [librustg.so.$abi]" "$work/dynamic" || { cat "$work/dynamic"; exit 1; }
needed=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' "$work/dynamic" | grep -vE '^(libc|libm|libdl|libpthread|ld-linux.*)\.so' || true)
[ -z "$needed" ] || { echo "it needs $needed"; exit 1; }

cat >"$work/open.c" <<'EOF'
#include <dlfcn.h>
#include <rustg/rustg.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *library = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return fprintf(stderr, "%s\n", dlerror()), 1;
#define FIND(name) __typeof__(&name) call_##name = (__typeof__(&name))dlsym(library, #name)
    FIND(rustg_abi_version);
    FIND(rustg_initialize);
    FIND(rustg_compile);
    FIND(rustg_result_success);
    FIND(rustg_result_tokens);
    FIND(rustg_result_free);
    FIND(rustg_shutdown);
    static const char text[] = "fn main() {}";
    rustg_source source = {.name = "a.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_result *result;
    rustg_tokens tokens;
    if (call_rustg_abi_version() != RUSTG_ABI_VERSION || call_rustg_initialize(NULL, NULL) ||
        call_rustg_compile(&source, 1, NULL, &result, NULL) || call_rustg_result_tokens(result, 0, &tokens))
        return 2;
    printf("%d %zu %d\n", call_rustg_result_success(result), tokens.n_toks, tokens.kind[1] == RUSTG_TOK_KW_FN);
    call_rustg_result_free(result);
    call_rustg_shutdown();
    return dlclose(library);
}
EOF
"$3" -std=gnu11 -I"$4" "$work/open.c" -o "$work/open" -ldl
[ "$("$work/open" "$2")" = "1 8 1" ] || { "$work/open" "$2"; exit 1; }
echo "librustg.so.$abi"
