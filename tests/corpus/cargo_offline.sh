# cargo_offline.sh: what build_rustc_program.sh and bench/build_syn_parse.sh share; each reads it with `.`.

# need_cargo: leaves the script with exit status 77 where there is no cargo.
need_cargo() {
    if ! command -v cargo >/dev/null 2>&1; then
        echo "cargo was not found" >&2
        exit 77
    fi
}

# build_offline WORK NAME: builds the crate in WORK/NAME without a network and prints the path of its program.
build_offline() {
    cd "$1/$2"
    if ! CARGO_TARGET_DIR=$1/target cargo build --release --offline >build.log 2>&1; then
        tail -n 40 build.log >&2
        echo "$2 could not be built" >&2
        exit 1
    fi
    echo "$1/target/release/$2"
}
