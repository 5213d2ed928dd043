#!/bin/sh
# The complete project of bindings/rust/README.md builds and runs; without a C compiler and NVRTC too; a wrong argument is rustc's
# error, and a wrong kernel the build script's, which `cargo rustg check` tells as cargo's messages; CUDA C++ has typed launch functions. So does
# the project of docs/guide/rust.md, as it is printed. Skipped where there is no cargo.
set -eu
command -v cargo >/dev/null && command -v rustc >/dev/null || { echo "skipped: no cargo or rustc here"; exit 77; }
[ -z "$RUSTG_SANITIZE" ] || { echo "skipped: rust_memory_test is for builds with sanitizers"; exit 77; }
rust=$RUSTG_SOURCE_DIR/bindings/rust
work=$RUSTG_BUILD_DIR/rust-project
CARGO_TARGET_DIR=$RUSTG_BUILD_DIR/rust-project-target
CARGO_NET_OFFLINE=true
RUSTG_DIR=$RUSTG_BUILD_DIR/rust-project-install
export CARGO_TARGET_DIR CARGO_NET_OFFLINE RUSTG_DIR
"$CMAKE" --install "$RUSTG_BUILD_DIR" --prefix "$RUSTG_DIR" >/dev/null
rm -rf "$work"
mkdir -p "$work/src" "$work/kernels"

# Each block of code goes into the file that the line before it names.
awk -v work="$work" '/^## / { inside = $0 == "## A complete project" }
    inside && /^`[^`]*`:$/ { file = work "/" substr($0, 2, length($0) - 3) }
    inside && /^```$/ && open { open = 0; file = ""; next }
    inside && /^```/ && file { open = 1; next }
    open { print >file; lines++ }
    END { if (lines > 30) { print "the project has " lines " lines"; exit 1 } }' "$rust/README.md"
sed -i "s|path = \"../rustg/bindings/rust/|path = \"$rust/|; s|^name = .*|&\nversion = \"0.1.0\"|" "$work/Cargo.toml"
printf '[workspace]\n' >>"$work/Cargo.toml"
cd "$work"
cargo run --quiet >out.txt
[ "$(cat out.txt)" = "[12.0, 14.0, 16.0]" ] || { cat out.txt; exit 1; }

# The program alone, with nothing on its path and a cache that holds nothing.
[ "$(env -i RUSTG_CACHE=off PATH=/nonexistent CC=/nonexistent/cc "$CARGO_TARGET_DIR/debug/saxpy")" = "[12.0, 14.0, 16.0]" ]
if nm "$CARGO_TARGET_DIR/debug/saxpy" | grep -q 'rustg_kernels_[0-9a-f]*_saxpy$'; then :; else echo "the kernel is not linked in"; exit 1; fi

# refuse FILE FROM TO WORDS: with this change cargo fails and says so.
refuse() {
    cp "$1" kept
    sed -i "s/$2/$3/" "$1"
    if cmp -s kept "$1"; then echo "nothing to change in $1"; exit 1; fi
    if cargo build --quiet >out.txt 2>&1; then echo "built with $3 for $2"; exit 1; fi
    grep -q "$4" out.txt || { cat out.txt; exit 1; }
    cp kept "$1"
}
refuse src/main.rs '1.0f32, 2.0' '1.0f64, 2.0' 'the trait bound .*Slice<.*f32>.*is not satisfied'
refuse src/main.rs ', 2.0, &x' ', 2, \&x' 'mismatched types'
refuse src/main.rs '&x, &mut y' '\&x, \&y' 'is not satisfied'
refuse kernels/saxpy.rs 'a \* x' 'b * x' 'cannot find value `b` in this scope'

# A file without a kernel is told, alone and among others, but not one of generic kernels, nor a module.
# warned WORDS...: the files that the next build has warnings of.
warned() {
    touch build.rs
    cargo build >out.txt 2>&1 || { cat out.txt; exit 1; }
    told=$(sed -n 's/^warning: saxpy@.*: kernels\(.*\): there is no kernel in it: a kernel is a function with #\[kernel\]$/\1/p' out.txt | tr '\n' ' ')
    [ "$told" = "$*" ] || { echo "warnings of $told, not of $*"; cat out.txt; exit 1; }
}
warned ""
echo 'pub fn f() {}' >kernels/none.rs
printf 'use rustg_std::prelude::*;\nmod part;\n#[kernel]\npub fn g<T: Copy>(x: T) {}\n' >kernels/generic.rs
echo 'pub fn h() {}' >kernels/part.rs
warned "/none.rs "
rm kernels/generic.rs kernels/part.rs kernels/none.rs

# Without a build script rustc says what is missing.
mv build.rs kept
if cargo build --quiet >out.txt 2>&1; then echo "built without a build script"; exit 1; fi
grep -q '^error: include_kernels! is for packages whose build.rs calls rustg_build::Kernels' out.txt || { cat out.txt; exit 1; }
mv kept build.rs

# What an editor is told: rustc's JSON at the kernel's own place, and then how the build ended.
cargo build --quiet --package cargo-rustg --manifest-path "$rust/Cargo.toml"
PATH=$CARGO_TARGET_DIR/debug:$PATH
cp kernels/saxpy.rs kept
sed -i 's/a \* x/b * x/; s/+ y/+ c * y/' kernels/saxpy.rs
if cargo rustg check --message-format=json >out.json 2>err.txt; then echo "the check passes"; exit 1; fi
python3 - "$work" <<'EOF'
import json, sys
rows = [json.loads(line) for line in open("out.json")]
assert rows[-1] == {"reason": "build-finished", "success": False}, rows[-1]
errors = [row for row in rows if row["reason"] == "compiler-message" and "kernels/saxpy.rs" in json.dumps(row)]
assert len(errors) == 2, errors
for row, letter in zip(errors, "bc"):
    assert row["manifest_path"] == sys.argv[1] + "/Cargo.toml" and row["target"]["name"] == "build-script-build"
    message = row["message"]
    span = message["spans"][0]
    assert message["level"] == "error" and message["code"]["code"] == "E0425" and f"`{letter}`" in message["message"]
    assert span["file_name"] == sys.argv[1] + "/kernels/saxpy.rs" and span["line_start"] == 6 and span["is_primary"]
EOF
cp kept kernels/saxpy.rs
cargo rustg check --message-format=json >out.json 2>err.txt || { cat err.txt; exit 1; }
[ "$(tail -n 1 out.json)" = '{"reason":"build-finished","success":true}' ]
cargo rustg check --quiet
if cargo rustg watch 2>err.txt; then echo "an unknown command"; exit 1; fi
grep -q '^Usage: cargo rustg check' err.txt

# rustc sees the kernels as part of the crate, without a `mod` of the user's.
sed -i 's|^\[dependencies\]|&\nrustg-std = { path = "'"$rust"'/rustg-std" }|' Cargo.toml
sed -i 's|Kernels::new("kernels")|&.with_rustc()|' build.rs
cargo run --quiet >out.txt
[ "$(cat out.txt)" = "[12.0, 14.0, 16.0]" ] || { cat out.txt; exit 1; }
cat "$CARGO_TARGET_DIR"/debug/deps/saxpy-*.d | grep -q "kernels/saxpy.rs" || { echo "rustc was not given the kernels"; exit 1; }
printf '#[cfg(target_os = "linux")]\ncompile_error!("rustc is here");\n' >>kernels/saxpy.rs
if cargo check --quiet >out.txt 2>&1; then echo "rustc did not look at the kernels"; exit 1; fi
grep -q 'could not compile `saxpy` (bin' out.txt && grep -q 'error: rustc is here' out.txt || { cat out.txt; exit 1; }
cp kept kernels/saxpy.rs

# Without a choice there is code for all architectures that the NVRTC knows: here one of CUDA 12.0.
toolkit=$RUSTG_BUILD_DIR/tests/fake_toolkit
touch build.rs
env -u RUSTG_CUDA_ARCHITECTURES RUSTG_CACHE=off CUDA_PATH="$toolkit" cargo build --quiet
saved=$(ls -t "$CARGO_TARGET_DIR"/debug/build/saxpy-*/out/Kernels.bin | head -n 1)
targets=$(grep -a -o '^\.target sm_[0-9]*' "$saved" | tr '\n' ' ')
[ "$targets" = ".target sm_75 .target sm_80 .target sm_86 .target sm_89 .target sm_90 " ] || { echo "code for $targets"; exit 1; }

# Kernels of CUDA C++ have launch functions too, in front of the fake driver: parts of buffers, and a struct.
# Where there is no libclang there are none.
cat >kernels/scale.cu <<'EOF'
#include "two.h"
struct By { float a; };
extern "C" __global__ void scale(By by, const float *in, float *y, int self)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < self)
        y[i] = by.a * in[i] + TWO;
}
template <typename T> __global__ void any(T *x) {}
extern "C" __global__ void packed(float *y, const float4 *v, half2 h) {}
__global__ void over(float *x) {}
__global__ void over(int *x) {}
EOF
mkdir -p include src/bin
echo '#define TWO 2' >include/two.h
cat >build.rs <<'EOF'
fn main() {
    rustg_build::Kernels::new("kernels").with_rustc().build();
    rustg_build::CudaKernels::new("kernels/scale.cu").include_dir("include").with_type("By", "crate::By").build();
}
EOF
cat >src/bin/scale.rs <<'EOF'
rustg::include_kernels!(CudaKernels);
#[derive(Clone, Copy)]
#[repr(C)]
pub struct By {
    a: f32,
}
// SAFETY: a number, which any bits are.
unsafe impl rustg::Element for By {
    const ELEMENT: u32 = rustg::sys::RUSTG_ELEMENT_STRUCT;
    fn name() -> std::borrow::Cow<'static, str> {
        "By".into()
    }
}
fn main() -> Result<(), rustg::Error> {
    let device = rustg::Device::cuda(0)?;
    let (kernels, stream) = (CudaKernels::load(&device)?, device.stream()?);
    let x = stream.upload(&[9.0f32, 1.0, 2.0, 3.0])?;
    let mut y = stream.upload(&[0.0f32; 3])?;
    // SAFETY: three elements of each.
    unsafe { kernels.scale(&stream, 3, By { a: 10.0 }, x.slice(1..4)?, &mut y, 3)? };
    let vectors = stream.upload(&[[1.0f32; 4]])?;
    // SAFETY: the kernel does nothing.
    unsafe { kernels.packed(&stream, 1, &mut y, &vectors, [rustg::f16::from_bits(0); 2])? };
    println!("{:?}", stream.download(&y)?);
    Ok(())
}
EOF
cat >fake.c <<'EOF'
#include <stdint.h>
#include <string.h>
void fake_kernel(const char *name, const unsigned *shape, unsigned shared, const uint64_t *parameters);
void fake_kernel(const char *name, const unsigned *shape, unsigned shared, const uint64_t *parameters)
{
    float by;
    const float *x = (const float *)(uintptr_t)parameters[1];
    float *y = (float *)(uintptr_t)parameters[2];
    memcpy(&by, &parameters[0], sizeof by);
    for (unsigned i = 0; strstr(name, "scale") && i < (uint32_t)parameters[3]; i++)
        y[i] = by * x[i] + 2;
}
EOF
sed -i '/^name = /a default-run = "saxpy"' Cargo.toml
if "$RUSTG_BUILD_DIR/rustgc" kernels/scale.cu -I include --run none --for 1 2>&1 | grep -q libclang; then
    cargo build --quiet --bin saxpy 2>err.txt || { cat err.txt; exit 1; }
    echo "no libclang here: kernels of CUDA C++ have no launch functions"
else
    ${CC:-cc} -shared -fPIC -o fake.so fake.c
    for how in '' '.as_text()'; do
        sed -i "s|\"crate::By\").*build|\"crate::By\")$how.build|" build.rs
        env CUDA_PATH="$toolkit" FAKE_NVRTC_PTX=1 cargo build --bins 2>err.txt || { cat err.txt; exit 1; }
        grep -q '`any` has no launch function: ' err.txt || { cat err.txt; exit 1; }
        grep -q '`over` has no launch function: several kernels have that name' err.txt || { cat err.txt; exit 1; }
        LD_LIBRARY_PATH=$RUSTG_BUILD_DIR/tests/fake_cuda FAKE_CUDA_VERSION=12000 FAKE_NVRTC_PTX=1 CUDA_PATH="$RUSTG_BUILD_DIR/tests/fake_toolkit" \
            FAKE_CUDA_KERNEL="$PWD/fake.so" "$CARGO_TARGET_DIR/debug/scale" >out.txt 2>err.txt || { cat err.txt; exit 1; }
        [ "$(cat out.txt)" = "[12.0, 22.0, 32.0]" ] || { cat out.txt; exit 1; }
    done
    refuse src/bin/scale.rs '\[9.0f32' '[9.0f64' 'the trait bound .*Slice<.*f32>.*is not satisfied'
    refuse src/bin/scale.rs '&mut y, 3' '\&mut y, 3u64' 'mismatched types'
    refuse src/bin/scale.rs 'a: f32' 'a: f64' 'By has another size'
    refuse kernels/scale.cu 'By by' 'Other by' 'no method named `scale` found'
fi

python3 "$RUSTG_SOURCE_DIR/tests/build/guide_test.py" "$RUSTG_BUILD_DIR/rustgc" rust.md
