#!/bin/sh
# build_rustc_program.sh ORACLE_DIR WORK_DIR NAME: builds the program in the folder NAME beside this script against the
# oracle's crates, offline, and prints its path. The oracle's own build of rustc_parse is reused where its folder is
# there (copied), so that only our crate compiles; without it the build takes a few minutes, once. Exit 77: there is no
# oracle or no cargo here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/cargo_offline.sh"
oracle=$1
mkdir -p "$2"
work=$(cd "$2" && pwd)
name=$3
if [ ! -d "$oracle/crates/compiler/rustc_parse" ] || [ ! -f "$oracle/harness/.cargo/config.toml" ]; then
    echo "no oracle in '$oracle' (see tests/corpus/README.md)" >&2
    exit 77
fi
need_cargo
mkdir -p "$work/$name/src" "$work/$name/.cargo"
sed "s#@CRATES@#$oracle/crates#" "$here/$name/Cargo.toml.in" >"$work/$name/Cargo.toml.new"
cmp -s "$work/$name/Cargo.toml.new" "$work/$name/Cargo.toml" || mv "$work/$name/Cargo.toml.new" "$work/$name/Cargo.toml"
cp -p "$here/$name/src/main.rs" "$work/$name/src/main.rs"
cp "$oracle/harness/.cargo/config.toml" "$work/$name/.cargo/config.toml"
if [ ! -d "$work/target" ] && [ -d "$oracle/harness/parse/target" ]; then
    cp -a --reflink=auto "$oracle/harness/parse/target" "$work/target.part"
    mv "$work/target.part" "$work/target"
fi
if [ ! -f "$work/$name/Cargo.lock" ] && [ -f "$oracle/harness/parse/Cargo.lock" ]; then
    cp "$oracle/harness/parse/Cargo.lock" "$work/$name/Cargo.lock"
    chmod u+w "$work/$name/Cargo.lock"
fi
build_offline "$work" "$name"
