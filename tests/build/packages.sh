#!/bin/sh
# What is installed and packed: documents, licences, completions, a man page for each program; uninstall leaves nothing of rustg's; the
# .tar.gz and, where dpkg is, the .deb hold the same files, and what they hold runs; the sources of cpack configure by themselves.
# Usage: packages.sh CMAKE CPACK SOURCE_DIR BUILD_DIR
set -eu
cmake=$1
cpack=$2
source_dir=$3
build_dir=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    exit 1
}

"$cmake" --install "$build_dir" --prefix "$work/prefix" >"$work/log"
version=$("$work/prefix/bin/rustgc" --version)
for main in "$work"/prefix/bin/* "$source_dir"/bindings/rust/*/src/main.rs; do
    case $main in *.rs) main=${main%/src/main.rs} ;; esac
    name=$(basename "$main")
    if grep -q '^publish = false' "$main/Cargo.toml" 2>/dev/null; then continue; fi
    page=$work/prefix/share/man/man1/$name.1
    [ -s "$page" ] || fail "there is no man page of $name"
    grep -q "^\.TH .* \"rustg ${version#rustgc }\" " "$page" || fail "the man page of $name is not of $version"
    if command -v man >/dev/null && man --warnings -E UTF-8 -l "$page" 2>&1 >/dev/null | grep -v 'cannot adjust line'; then
        fail "man warns of $name.1"
    fi
done
for file in bash-completion/completions/rustgc zsh/vendor-completions/_rustgc fish/vendor_completions.d/rustgc.fish doc/rustg/LICENSE-MIT \
    doc/rustg/LICENSE-APACHE doc/rustg/CHANGELOG.md doc/rustg/docs/guide/README.md doc/rustg/examples/launch.c; do
    [ -s "$work/prefix/share/$file" ] || fail "share/$file was not installed"
done
grep -q -- --watch "$work/prefix/share/bash-completion/completions/rustgc" || fail "the completions lack an option"
(cd "$work/prefix" && find . -type f -o -type l | sort) >"$work/installed"
echo mine >"$work/prefix/share/doc/mine"
"$cmake" --build "$build_dir" --target uninstall >"$work/log"
left=$(cd "$work/prefix" && find . -type f -o -type l -o -name 'rustg*')
[ "$left" = ./share/doc/mine ] || fail "uninstall leaves $left"

mkdir "$work/packages"
"$cpack" --config "$build_dir/CPackConfig.cmake" -B "$work/packages" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir "$work/tar" "$work/deb"
tar -xzf "$work"/packages/*.tar.gz -C "$work/tar" --strip-components=1
(cd "$work/tar" && find . -type f -o -type l | sort) >"$work/packed"
diff "$work/installed" "$work/packed" || fail "the .tar.gz holds other files"
echo 'fn f() {}' >"$work/a.rs"
"$work/tar/bin/rustgc" "$work/a.rs" >"$work/log"
if command -v dpkg-deb >/dev/null; then
    dpkg-deb -x "$work"/packages/*.deb "$work/deb"
    (cd "$work/deb/usr" && find . -type f -o -type l | sort) >"$work/packed"
    diff "$work/installed" "$work/packed" || fail "the .deb holds other files"
    "$work/deb/usr/bin/rustgc" "$work/a.rs" >"$work/log"
    [ "$("$work/deb/usr/bin/rustgc" --version)" = "$version" ] || fail "the .deb holds another rustgc than $version"
    [ "rustgc $(dpkg-deb -f "$work"/packages/*.deb Version)" = "$version" ] || fail "the .deb has another version than $version"
    told=$(dpkg-deb -f "$work"/packages/*.deb Depends | sed -n 's/.*libc6 (>= \([0-9.]*\)).*/\1/p')
    needed=$(grep -ao 'GLIBC_[0-9.]*' "$work/deb/usr/bin/rustgc" | sort -uV | tail -n 1)
    [ "$(printf '%s\n' "$told" "${needed#GLIBC_}" | sort -V | tail -n 1)" = "$told" ] || fail "the .deb wants libc6 $told, its rustgc $needed"
else
    echo "no dpkg here: the .deb is not tried"
fi

"$cpack" --config "$build_dir/CPackSourceConfig.cmake" -B "$work/sources" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir "$work/source"
tar -xzf "$work"/sources/*.tar.gz -C "$work/source" --strip-components=1
[ ! -e "$work/source/build" ] && [ ! -e "$work/source/.git" ] || fail "the sources hold what was built"
if [ -e "$source_dir/.git" ] && command -v git >/dev/null; then
    (cd "$source_dir" && git ls-files | while read -r file; do [ ! -f "$file" ] || echo "$file"; done | sort) >"$work/tracked"
    (cd "$work/source" && find . -type f -o -type l | sed 's|^\./||' | sort) >"$work/packed"
    comm -23 "$work/tracked" "$work/packed" >"$work/lost"
    [ ! -s "$work/lost" ] || { head "$work/lost"; fail "the sources lack files"; }
fi
"$cmake" -S "$work/source" -B "$work/made" -G Ninja -DRUSTG_CUDA=OFF >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
echo ok
