# oracle.sh: what scripts of tests share, read with `.`: where the oracle is ($RUSTG_ORACLE_DIR, else its usual place in the user's
# cache), and two functions that end a test with 77 where something is not here: need_oracle FOLDER [PROGRAM], both names in the
# oracle, and need_python.
oracle=${RUSTG_ORACLE_DIR:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/rustg-oracle}
need_oracle() {
    if [ ! -d "$oracle/$1" ] || { [ $# -gt 1 ] && [ ! -x "$oracle/$2" ]; }; then
        echo "skipped: no oracle in $oracle"
        exit 77
    fi
    need_python
}
need_python() {
    if ! command -v python3 >/dev/null 2>&1; then
        echo "skipped: python3 was not found"
        exit 77
    fi
}
