// What may not stand behind a fragment.
macro_rules! a {
    ($e:expr + $f:expr) => {}; //~ - `$e:expr` is followed by `+`, which is not allowed for `expr` fragments
    ($t:ty $(, $u:ty)? [$p:pat | $q:pat]) => {}; //~ - `$p:pat` is followed by `|`, which is not allowed for `pat` fragments
    ($s:stmt $($t:tt)*) => {}; //~ - `$s:stmt` is followed by `$t:tt`, which is not allowed for `stmt` fragments
    ($v:vis = $x:path :: $y:ident) => {}; //~ - `$v:vis` is followed by `=`, which is not allowed for `vis` fragments //~ - `$x:path` is followed by `::`, which is not allowed for `path` fragments
    ($($p:pat)|+ if) => {}; //~ - `$p:pat` may be followed by `|`, which is not allowed for `pat` fragments
    ($($t:ty),* -) => {}; //~ - `$t:ty` may be followed by `-`, which is not allowed for `ty` fragments
}
macro_rules! b {
    ($e:expr => $f:expr; $t:ty = $p:pat_param | $q:pat, $v:vis $n:ident: $w:ty where $i:item $b:block) => {};
}
pub fn f() {}
