# packages.sh: sourced by the other scripts. need_programs PROGRAM... installs what is missing with apt-get (as root
# or through sudo), or says what to install where there is no apt-get.

package_of() {
    case $1 in
    cc) echo gcc libc6-dev ;;
    ninja) echo ninja-build ;;
    clang) echo clang libclang-rt-14-dev ;;
    bindgen) echo bindgen libclang1-14 ;;
    numpy) echo python3-numpy ;;
    torch) echo python3-torch ;;
    objcopy) echo binutils ;;
    valgrind) echo valgrind libc6-dbg ;;
    slurmctld) echo slurmctld slurmd ;;
    *) echo "$1" ;;
    esac
}

# A C compiler is of no use without the C library's headers, nor clang here without its fuzzer.
have_program() {
    case $1 in
    numpy | torch) # no programs, but what tests/bindings asks of one; the system's Python has those of its packages
        python3 -c "import $1" 2>/dev/null || /usr/bin/python3 -c "import $1" 2>/dev/null
        return ;;
    esac
    command -v "$1" >/dev/null 2>&1 || return 1
    case $1 in
    cc) printf '#include <stdio.h>\nint main(void) { return 0; }\n' | cc -x c -o /dev/null - 2>/dev/null ;;
    clang) printf 'int LLVMFuzzerTestOneInput(const char *b, long n) { return n < 0 && *b; }\n' |
        clang -fsanitize=fuzzer,address,undefined -x c -o /dev/null - 2>/dev/null ;;
    esac
}

need_programs() {
    packages=
    programs=
    for program in "$@"; do
        have_program "$program" && continue
        programs="$programs $program"
        packages="$packages $(package_of "$program")"
    done
    [ -n "$packages" ] || return 0
    echo "missing:$programs; installing packages:$packages"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "There is no apt-get here. Install these programs and run this again:$programs" >&2
        return 1
    fi
    root=
    if [ "$(id -u)" != 0 ]; then
        root=sudo
        command -v sudo >/dev/null 2>&1 || { echo "Neither root nor sudo: run apt-get install$packages as root" >&2; return 1; }
    fi
    # shellcheck disable=SC2086
    install="$root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends $packages"
    $install </dev/null >/dev/null 2>&1 || { $root apt-get -qq update </dev/null && $install </dev/null >/dev/null; } || return 1
    for program in $programs; do
        have_program "$program" || { echo "$program is still missing after installing$packages" >&2; return 1; }
    done
}

# The processors to build with.
n_jobs() {
    nproc 2>/dev/null || echo 2
}
