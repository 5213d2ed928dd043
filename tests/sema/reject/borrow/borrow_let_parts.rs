use rustg_std::prelude::*;

// `let PATTERN;` declares all that the pattern binds; a type that is written holds for each part.
pub fn tuple() {
    let (a, b): (u32, u32);
    a = b; //~ E0381 used binding `b` isn't initialized
}

pub fn array(y: bool) -> u32 {
    let [a, b];
    if y {
        b = 1;
    }
    a = 2;
    a + b //~ E0381 used binding `b` is possibly-uninitialized
}

pub fn whole() -> u32 {
    let a @ [b]: [u32; 1];
    a = [1];
    a[0] + b //~ E0381 used binding `b` isn't initialized
}

pub fn behind(y: bool) -> u32 {
    let &(a, ref b): &(u32, u32);
    if y {
        b = &1;
    }
    a = 1;
    a + *b //~ E0381 used binding `b` is possibly-uninitialized
}

pub fn twice() {
    let (a, mut b);
    loop {
        a = 1u32; //~ E0384 cannot assign twice to immutable variable `a`
        b = a;
        b += 1;
    }
}

pub fn lifetimes() {
    let (a, b): (&'static u32, u8);
    let x = 1;
    a = &x; //~ E0597 `x` does not live long enough
    b = 1;
}

pub fn lifetimes_of_parts() {
    let (mut a, b): (&'static u32, u8) = (&1, 2);
    let x = 1;
    a = &x; //~ E0597 `x` does not live long enough
}

#[kernel]
pub fn k(mut out: GridMut<u32>) {
    let t = thread::index();
    out[t] = 0;
}
