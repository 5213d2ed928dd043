#!/bin/sh
# How rustg-sys finds the library, what it tells build scripts of dependents, and what it says where there is nothing to find.
# Skipped where there is no cargo.
set -eu
command -v cargo >/dev/null && command -v rustc >/dev/null || { echo "skipped: no cargo or rustc here"; exit 77; }
[ -z "$RUSTG_SANITIZE" ] || { echo "skipped: rust_memory_test is for builds with sanitizers"; exit 77; }
rust=$RUSTG_SOURCE_DIR/bindings/rust
install=$RUSTG_BUILD_DIR/rust-sys-install
work=$RUSTG_BUILD_DIR/rust-sys
CARGO_TARGET_DIR=$RUSTG_BUILD_DIR/rust-sys-target
CARGO_NET_OFFLINE=true
export CARGO_TARGET_DIR CARGO_NET_OFFLINE
unset RUSTG_DIR RUSTG_FROM_SOURCE RUSTG_BINDGEN DOCS_RS PKG_CONFIG_PATH
rm -rf "$install" "$work"
"$CMAKE" --install "$RUSTG_BUILD_DIR" --prefix "$install" >/dev/null
mkdir -p "$work/src"
cat >"$work/Cargo.toml" <<EOF
[package]
name = "user"
version = "0.1.0"
edition = "2024"
[dependencies]
rustg-sys = { path = "$rust/rustg-sys" }
[workspace]
EOF
cat >"$work/build.rs" <<'EOF'
fn main() {
    let told: Vec<String> = ["FROM", "ROOT", "INCLUDE", "LIB", "VERSION"]
        .map(|name| std::env::var(format!("DEP_RUSTG_CORE_{name}")).unwrap_or("-".into()))
        .to_vec();
    println!("cargo:rustc-env=TOLD={}", told.join(" "));
}
EOF
cat >"$work/src/main.rs" <<'EOF'
fn main() {
    println!("{} {}", env!("TOLD"), unsafe { rustg_sys::rustg_abi_version() });
}
EOF
cd "$work"
lib=$(dirname "$(find "$install" -name librustg_core.a)")

# expect WORDS COMMAND...: its last line.
expect() {
    words=$1
    shift
    "$@" >out.txt 2>&1 || { cat out.txt; exit 1; }
    [ "$(tail -n 1 out.txt)" = "$words" ] || { echo "not: $words"; cat out.txt; exit 1; }
}
# refuse WORDS COMMAND...: it fails and says so.
refuse() {
    words=$1
    shift
    if "$@" >out.txt 2>&1; then echo "built: $*"; exit 1; fi
    grep -q "$words" out.txt || { echo "not: $words"; cat out.txt; exit 1; }
}

expect "dir $install $install/include $lib 0.1.0 1" env RUSTG_DIR="$install" cargo run --quiet
refuse "there is no lib/librustg_core.a in it" env RUSTG_DIR="$work" cargo build --quiet
mkdir -p old/lib old/include/rustg
cp "$lib/librustg_core.a" old/lib
cp "$install"/include/rustg/* old/include/rustg
sed -i 's,\(RUSTG_ABI_VERSION *\)1,\10,' old/include/rustg/compile.h
refuse "is of another version than this crate" env RUSTG_DIR="$work/old" cargo build --quiet
mkdir -p other/lib
cp -r "$install/include" other
python3 - "$lib/librustg_core.a" other/lib/librustg_core.a <<'EOF'
import sys
archive = bytearray(open(sys.argv[1], "rb").read())
at = archive.index(b"\x7fELF") + 18
archive[at:at + 2] = (40 if archive[at] != 40 else 62).to_bytes(2, "little")
open(sys.argv[2], "wb").write(archive)
EOF
refuse "is for another machine, and the target is" env RUSTG_DIR="$work/other" cargo build --quiet
refuse "set RUSTG_DIR to where" env RUSTG_FROM_SOURCE=1 RUSTG_SOURCE_DIR="$work" cargo build --quiet
refuse "could not be started" env RUSTG_FROM_SOURCE=1 CMAKE=/nonexistent/cmake cargo build --quiet
env DOCS_RS=1 cargo check --quiet # nothing is found, built or linked

# With another build of the library all that depends on the crate is compiled again, in a later call of cargo too.
mkdir -p plain/src
sed 's/"user"/"plain"/' Cargo.toml >plain/Cargo.toml
echo "pub use rustg_sys::rustg_abi_version;" >plain/src/lib.rs
# compiled: whether cargo compiles the crate, not finds it fresh.
compiled() {
    (cd plain && RUSTG_DIR=$install cargo build --quiet --package rustg-sys && RUSTG_DIR=$install cargo build --verbose) >out.txt 2>&1 ||
        { cat out.txt; exit 1; }
    grep -q 'Compiling plain' out.txt
}
compiled || true
if compiled; then echo "the same library is taken for another"; exit 1; fi
echo "another build" >member.txt
ar r "$lib/librustg_core.a" member.txt
compiled || { cat out.txt; exit 1; }

if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$lib/pkgconfig cargo run --quiet >out.txt
    case $(cat out.txt) in "pkg-config "*" 0.1.0 1") ;; *) cat out.txt; exit 1 ;; esac
fi

# What CMake is asked for: optimized code in each profile, one folder for one set of options.
cat >cmake <<EOF
#!/bin/sh
echo "\$@" >>"$work/asked.txt"
EOF
chmod +x cmake
# asked VARIABLE=VALUE...: what CMake was called with.
asked() {
    : >asked.txt
    env RUSTG_FROM_SOURCE=1 CMAKE="$work/cmake" "$@" cargo check --quiet
}
asked RUSTG_CUDA=OFF
grep -q -- '-DCMAKE_BUILD_TYPE=Release .*-DRUSTG_BUILD_TESTS=OFF .*-DRUSTG_CUDA=OFF' asked.txt
grep -q -- '--target rustg_core$' asked.txt
plain=$(sed -n 's/^--build \([^ ]*\).*/\1/p' asked.txt)
asked RUSTG_CUDA=OFF RUSTG_BUILD_TESTS=1
grep -q -- '-DRUSTG_BUILD_TESTS=ON' asked.txt
if grep -q -- '--target' asked.txt; then echo "the tests are not built"; exit 1; fi
asked RUSTG_CUDA=OFF CUDA_PATH=/elsewhere
[ "$plain" != "$(sed -n 's/^--build \([^ ]*\).*/\1/p' asked.txt)" ]
asked RUSTG_CUDA_ARCHITECTURES='90;120' RUSTG_SANITIZE=
grep -q -- '-DRUSTG_CUDA_ARCHITECTURES=90;120' asked.txt
asked CMAKE_TOOLCHAIN_FILE=/a/toolchain.cmake RUSTG_SYSROOT=/a/root
grep -q -- '-DCMAKE_TOOLCHAIN_FILE=/a/toolchain.cmake -DCMAKE_SYSROOT=/a/root' asked.txt
case $(cc -dumpmachine 2>/dev/null) in
aarch64*) other=x86_64-unknown-linux-gnu ;;
*) other=aarch64-unknown-linux-gnu ;;
esac
# The build script alone is asked: Rust's library for that target need not be here. What an earlier run of it left would do.
rm -rf "${CARGO_TARGET_DIR:?}/$other"
: >asked.txt
env RUSTG_FROM_SOURCE=1 CMAKE="$work/cmake" "CC_$(echo $other | tr - _)=other-cc" cargo check --quiet --target $other >out.txt 2>&1 || true
grep -q -- "-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=${other%%-*} -DCMAKE_C_COMPILER_TARGET=$other" asked.txt || { cat out.txt asked.txt; exit 1; }
case $plain in "$CARGO_TARGET_DIR"/rustg-core-*) ;; *) echo "built in $plain"; exit 1 ;; esac

# Bindings made anew, and the committed ones where there is no bindgen.
if command -v bindgen >/dev/null && env RUSTG_BINDGEN=1 RUSTG_DIR="$install" cargo build 2>&1 | tee out.txt | grep -q "bindgen made nothing"; then
    echo "bindgen is here and makes nothing:"
    cat out.txt
fi
bare=$work/bare
mkdir "$bare"
for program in cargo rustc cc ld gcc; do
    if command -v $program >/dev/null; then ln -s "$(command -v $program)" "$bare"; fi
done
env PATH="$bare" RUSTG_BINDGEN=yes RUSTG_DIR="$install" cargo build >out.txt 2>&1 || { cat out.txt; exit 1; }
grep -q "the committed bindings are used" out.txt || { cat out.txt; exit 1; }
