#!/bin/sh
# build_syn_parse.sh ORACLE_DIR WORK_DIR: builds the program in syn_parse beside this script against the crates vendored
# in the oracle, offline (half a minute, once), and prints its path. Exit 77: there are no such crates or no cargo here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../corpus/cargo_offline.sh"
oracle=$1
mkdir -p "$2"
work=$(cd "$2" && pwd)
if [ ! -d "$oracle/crates/vendor/syn-2.0.114" ]; then
    echo "syn 2.0.114 is not in '$oracle/crates/vendor'" >&2
    exit 77
fi
need_cargo
mkdir -p "$work/syn_parse/src" "$work/syn_parse/.cargo"
cp -p "$here/syn_parse/Cargo.toml.in" "$work/syn_parse/Cargo.toml"
cp -p "$here/syn_parse/src/main.rs" "$work/syn_parse/src/main.rs"
cat >"$work/syn_parse/.cargo/config.toml" <<END
[source.crates-io]
replace-with = "vendored-sources"
[source.vendored-sources]
directory = "$oracle/crates/vendor"
[net]
offline = true
END
build_offline "$work" syn_parse
