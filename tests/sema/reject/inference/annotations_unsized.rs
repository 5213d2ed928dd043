// Nothing says of which type.
fn make<T>() -> Option<T> {
    None
}

pub fn f() {
    make();
    let n = make(); //~ E0282 type annotations needed for `Option<_>`
    let a = [];
    let s: u32 = (0..3).sum::<_>() + 1;
}
