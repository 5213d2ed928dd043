// Variables that need no `mut`, and such that do.
#![allow(dead_code, unreachable_code)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}
impl Point {
    fn change(&mut self) {
        self.x = 1;
    }
    fn look(&self) -> i32 {
        self.x
    }
    fn take(mut self) -> i32 { //~ unused_mut variable does not need to be mutable
        self.x
    }
    fn take_and_change(mut self) -> Self {
        self.y = 3;
        self
    }
    fn unused(mut self) {} //~ unused_mut variable does not need to be mutable
}

pub fn not_needed(mut a: i32, mut p: Point, mut r: &mut i32) -> i32 {
    //~^ unused_mut variable does not need to be mutable //~^ unused_mut variable does not need to be mutable
    let mut b = 1; //~ unused_mut variable does not need to be mutable
    let mut c: i32 = 2; //~ unused_mut variable does not need to be mutable
    let (mut d, mut e) = (3, 4); //~ unused_mut variable does not need to be mutable
    e += 1;
    let mut s = &mut e; //~ unused_mut variable does not need to be mutable
    *s = 4;
    *r = 5;
    let mut f; //~ unused_mut variable does not need to be mutable
    f = 6;
    let mut q = Point { x: 1, y: 2 }; //~ unused_mut variable does not need to be mutable
    let   mut   g = 7; //~ unused_mut variable does not need to be mutable
    let mut _h = 8;
    let ref mut i = a; //~ unused_variables unused variable: `i`
    let Point { mut x, y: mut z } = p; //~ unused_mut variable does not need to be mutable //~ unused_mut variable does not need to be mutable
    a + b + c + d + f + g + q.look() + x + z + q.take()
}

pub fn needed(mut a: i32, mut p: Point, mut r: &'static mut i32, mut t: (i32, Point), o: &'static mut i32) -> i32 {
    //~^ unused_variables variable `p` is assigned to, but never used //~^ unused_assignments value passed to `r` is never read //~^ unused_variables variable `t` is assigned to, but never used
    a += 1;
    p.x = 2; //~ unused_assignments value assigned to `p` is never read
    r = o;
    *r = 4;
    t.1.x = 3; //~ unused_assignments value assigned to `t` is never read
    let mut b = 1;
    b = b + 1;
    let mut c = 2;
    let d = &mut c;
    *d = 3;
    let mut e = Point { x: 1, y: 2 };
    e.change();
    let mut f = [1, 2];
    f[0] = 2; //~ unused_assignments value assigned to `f` is never read
    let mut g = 4;
    let h = &raw mut g;
    let mut o = Some(3);
    if let Some(ref mut k) = o {
        *k = 4;
    }
    match &mut o {
        Some(k) => *k = 5,
        None => {}
    }
    let mut s = [1, 2];
    for v in s.iter_mut() {
        *v = 3;
    }
    unsafe { *h + a + b }
}

pub fn late(c: bool) -> i32 {
    let mut a; //~ unused_mut variable does not need to be mutable
    if c {
        a = 1;
    } else {
        a = 2;
    }
    let mut b;
    loop {
        b = 3;
        if c {
            break;
        }
    }
    let mut d;
    d = 1;
    d = d + 2;
    for _ in 0..3 {
        let mut e; //~ unused_mut variable does not need to be mutable
        e = 4;
        d += e;
    }
    a + b + d
}

pub fn never_reached(c: bool) { //~ unused_variables unused variable: `c`
    return;
    let mut a = 1;
    a = 2;
}
pub fn never_set() {
    let mut a: i32; //~ unused_variables unused variable: `a`
    let mut b: i32 = return; //~ unused_variables unused variable: `b`
}

pub fn loops() -> i32 {
    let mut sum = 0;
    for mut i in 0..3 { //~ unused_mut variable does not need to be mutable
        sum += i;
    }
    for mut i in 0..3 {
        i += 1;
        sum += i;
    }
    while let Some(mut x) = Some(2) { //~ unused_mut variable does not need to be mutable
        sum += x;
        break;
    }
    sum
}

pub fn alternatives(o: Result<i32, i32>) -> i32 {
    match o {
        Ok(mut x) | Err(mut x) => x, //~ unused_mut variable does not need to be mutable
    }
}

pub fn guards(o: Option<i32>) -> i32 {
    match o {
        Some(mut x) if x > 3 => x, //~ unused_mut variable does not need to be mutable
        Some(mut x) if x > 2 => {
            x += 1;
            x
        }
        _ => 3,
    }
}

pub fn closures() -> i32 {
    let mut a = 1;
    let f = || a; //~ unused_variables unused variable: `f`
    let mut b = 2;
    let mut g = || b += 1;
    g();
    let mut c = 3;
    let mut h = move || {
        c += 1;
        c
    };
    let mut d = 4; //~ unused_mut variable does not need to be mutable
    let k = move || d;
    let mut l = |mut x: i32| x; //~ unused_mut variable does not need to be mutable //~ unused_mut variable does not need to be mutable
    let mut m = |mut x: i32| { //~ unused_mut variable does not need to be mutable
        x += 1;
        x
    };
    let mut e = 5;
    let mut n = || { //~ unused_mut variable does not need to be mutable
        let mut inner = move || {
            e += 1;
            e
        };
        inner()
    };
    let mut i = 6;
    let mut o = || {
        let mut inner = || i += 1;
        inner();
    };
    o();
    let mut p = Point { x: 1, y: 2 };
    let mut q = || p.x += 1;
    q();
    let mut r = Point { x: 1, y: 2 };
    let t = &mut r;
    let mut u = || t.x = 3;
    u();
    let mut v = &mut a; //~ unused_mut variable does not need to be mutable
    let mut w = || *v = 3;
    w();
    h() + k() + l(1) + m(2) + n() + b + i + p.x
}
