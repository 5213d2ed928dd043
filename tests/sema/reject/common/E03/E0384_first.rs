pub fn a(n: u32) {
    let s = 1;
    s = 2;
    s = 3;
    s += 4;
}
pub fn b(n: u32) {
    let s;
    s = 2;
    s = 3;
    s = 4;
}
pub fn c(n: u32) {
    let s;
    if n > 1 {
        s = 2;
    } else {
        s = 3;
    }
    s = 4;
}
pub fn d(n: u32) {
    let s;
    loop {
        s = 2;
        if n > 2 {
            s = 3;
        }
    }
}
pub fn e(n: u32) {
    let s;
    loop {
        s = 2;
    }
}
pub fn f(n: u32) {
    let s = 1;
    loop {
        s = 2;
        s = 3;
    }
}
pub fn g(n: u32) {
    n = 1;
    n = 2;
}
pub fn h(n: u32) {
    let s;
    loop {
        if n > 2 {
            s = 1;
        } else {
            s = 2;
        }
    }
}
pub fn i(n: u32) {
    for k in 0..n {
        let s;
        s = k;
    }
}
pub fn j(n: u32) {
    let s;
    match n {
        0 => s = 1,
        1 => {
            s = 2;
            s = 5;
        }
        2 => s = 3,
        _ => return,
    }
}
pub fn k(n: u32) {
    let s;
    for i in 0..n {
        if i > 1 {
            s = 2;
        }
        if i > 2 {
            s = 3;
        }
    }
}
struct S;
pub fn l() {
    let s = S;
    drop(s);
    s = S;
    s = S;
}
