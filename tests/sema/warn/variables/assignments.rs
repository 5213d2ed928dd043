// Values that nothing reads.
#![allow(unused_parens)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

pub fn overwritten(c: bool) -> i32 {
    let mut a = 1; //~ unused_assignments value assigned to `a` is never read
    a = 2;
    let mut b = 3;
    if c {
        b = 4;
    }
    let mut d = 5; //~ unused_assignments value assigned to `d` is never read
    if c {
        d = 6;
    } else {
        d = 7;
    }
    let mut e = if c { 8 } else { 9 }; //~ unused_assignments value assigned to `e` is never read //~ unused_assignments value assigned to `e` is never read
    e = 10;
    let mut f = (11); //~ unused_assignments value assigned to `f` is never read
    f = (12);
    let mut g = match c {
        true => 13, //~ unused_assignments value assigned to `g` is never read
        false => { 14 } //~ unused_assignments value assigned to `g` is never read
    };
    g = 15;
    a + b + d + e + f + g
}

pub fn last_value(c: bool) -> i32 {
    let mut a = 1;
    let b = a;
    a = 2; //~ unused_assignments value assigned to `a` is never read
    let mut d = b;
    let e = d;
    d += 1; //~ unused_assignments value assigned to `d` is never read
    let mut f = e;
    let g = f;
    if c {
        f = g; //~ unused_assignments value assigned to `f` is never read
        return g;
    }
    f = 3; //~ unused_assignments value assigned to `f` is never read
    g
}

pub fn itself(mut n: i32) -> i32 { //~ unused_assignments value passed to `n` is never read
    let mut a = 1;
    a = a + 1; //~ unused_assignments value assigned to `a` is never read
    let mut b = 2;
    b = b + 1; //~ unused_assignments value assigned to `b` is never read
    b = 3;
    n += 1; //~ unused_assignments value assigned to `n` is never read
    n = 5;
    n + b
}

pub fn operators(mut f: f32, mut u: u32) -> u32 { //~ unused_variables variable `f` is assigned to, but never used
    f += 1.0; //~ unused_assignments value assigned to `f` is never read
    f *= 2.0; //~ unused_assignments value assigned to `f` is never read
    u += 1;
    u ^= 2;
    u >>= 1;
    let v = u;
    u &= v; //~ unused_assignments value assigned to `u` is never read
    v
}

pub fn parts() -> i32 {
    let mut p = Point { x: 1, y: 2 }; //~ unused_assignments value assigned to `p` is never read
    p = Point { x: 3, y: 4 };
    p.x = 5;
    let q = p.y;
    p.x = 6; //~ unused_assignments value assigned to `p` is never read
    p.y += 1; //~ unused_assignments value assigned to `p` is never read
    let mut a = [1, 2];
    a[0] = 3;
    let b = a[1];
    a[1] = 4; //~ unused_assignments value assigned to `a` is never read
    a = [0; 2]; //~ unused_assignments value assigned to `a` is never read
    let mut t = (1, 2); //~ unused_variables variable `t` is assigned to, but never used
    t.0 = 3; //~ unused_assignments value assigned to `t` is never read
    q + b
}

pub fn behind(r: &mut i32, p: &mut Point, a: &mut [i32]) {
    *r = 1;
    *r = 2;
    p.x = 3;
    p.y += 1;
    a[0] = 4;
    let q = p;
    q.x = 3;
    let mut other = 5;
    let s = &mut other;
    *s = 6;
}

pub fn loops(n: u32) -> u32 {
    let mut last = 0; //~ unused_variables variable `last` is assigned to, but never used
    let mut count = 0; //~ unused_variables variable `count` is assigned to, but never used
    for i in 0..n {
        last = i; //~ unused_assignments value assigned to `last` is never read
        count += 1; //~ unused_assignments value assigned to `count` is never read
    }
    let mut seen = 0; //~ unused_assignments value assigned to `seen` is never read
    let mut k = 0;
    while k < n {
        seen = k;
        k += 1;
        if seen > 3 {
            seen = 2; //~ unused_assignments value assigned to `seen` is never read
            break;
        }
    }
    let mut m = 0; //~ unused_variables variable `m` is assigned to, but never used
    loop {
        m = 1; //~ unused_assignments value assigned to `m` is never read
        if k > 2 {
            continue;
        }
        break;
    }
    let mut w = 0;
    loop {
        if w > 3 {
            break;
        }
        w = 4;
    }
    k
}

fn make() -> i32 {
    3
}

pub fn calls() -> i32 {
    let mut a = make(); //~ unused_assignments value assigned to `a` is never read
    a = make();
    let mut b = a.abs(); //~ unused_assignments value assigned to `b` is never read
    b = 3;
    let mut c = [1, 2, 3]; //~ unused_assignments value assigned to `c` is never read
    c = [a; 3];
    let mut d = Some(a); //~ unused_assignments value assigned to `d` is never read
    d = None;
    let mut e = -a; //~ unused_assignments value assigned to `e` is never read
    e = !b;
    let mut f = a as u8; //~ unused_assignments value assigned to `f` is never read
    f = 2;
    let mut g = a > 2 && b > 3; //~ unused_assignments value assigned to `g` is never read //~ unused_assignments value assigned to `g` is never read
    g = false;
    let mut h = &a; //~ unused_assignments value assigned to `h` is never read
    h = &b;
    c[0] + d.unwrap_or(1) + e + f as i32 + g as i32 + *h
}

pub fn several() -> (i32, i32) {
    let (mut a, mut b) = (1, 2); //~ unused_assignments value assigned to `a` is never read //~ unused_assignments value assigned to `b` is never read
    (a, b) = (3, 4);
    let c = (a, b);
    [a, _] = [5, 6]; //~ unused_assignments value assigned to `a` is never read
    Point { x: a, y: b } = Point { x: 7, y: 8 };
    //~^ unused_assignments value assigned to `a` is never read //~^ unused_assignments value assigned to `b` is never read
    c
}

pub fn in_match(o: Option<i32>) -> i32 {
    match o {
        Some(mut x) => { //~ unused_assignments value assigned to `x` is never read
            x = 3;
            x
        }
        None => {
            let mut y = 4; //~ unused_variables variable `y` is assigned to, but never used
            y = 5; //~ unused_assignments value assigned to `y` is never read
            0
        }
    }
}
