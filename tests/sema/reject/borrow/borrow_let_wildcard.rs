// `let _ = place` reads nothing, and yet the references in it live until there.
pub struct S(pub u32);

pub fn f() -> u32 {
    let mut x = 1;
    let r = &x;
    x = 2; //~ E0506 cannot assign to `x` because it is borrowed
    let _ = r;
    x
}

pub fn g() {
    let mut a = [1, 2, 3];
    let s = &a;
    let m = &mut a; //~ E0502 cannot borrow `a` as mutable because it is also borrowed as immutable
    m[0] = 1;
    let _ = s[0];
}

pub fn h(s: S, p: &(S, u32)) {
    drop(s);
    let _ = s;
    let _ = p.0;
    let _ = *p;
}
