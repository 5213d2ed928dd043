// Captures of closures.
pub struct Point {
    pub x: i32,
    pub y: i32,
}

pub fn read() -> i32 {
    let a = 1;
    let f = || a;
    let b = 2;
    let g = move || b;
    let c = 3;
    let unused = || c; //~ unused_variables unused variable: `unused`
    f() + g()
}

pub fn written() -> i32 {
    let mut a = 1;
    let mut f = || a = 2;
    f();
    let mut b = 3;
    let mut g = || b += 1;
    g();
    let mut c = 3;
    let mut h = || {
        c = 4; //~ unused_assignments value assigned to `c` is never read
        c = 5;
    };
    h();
    c
}

pub fn moved() {
    let mut a = 1; //~ unused_variables unused variable: `a`
    let mut f = move || {
        a = 2; //~ unused_assignments value assigned to `a` is never read //~ unused_assignments value captured by `a` is never read
    };
    f();
    let mut b = 1; //~ unused_variables unused variable: `b`
    let mut g = move || {
        b += 2; //~ unused_assignments value assigned to `b` is never read //~ unused_assignments value captured by `b` is never read
    };
    g();
    let mut c = 1;
    let mut h = move || {
        c = 3; //~ unused_assignments value captured by `c` is never read
        c
    };
    h();
    let mut d = 1;
    let mut k = move || {
        let before = d;
        d = 5;
        before
    };
    k();
    let mut e = 1;
    let mut l = move || {
        if e > 2 {
            return;
        }
        e = 3;
    };
    l();
}

pub fn fields(p: Point) -> i32 {
    let mut q = Point { x: 1, y: 2 };
    let mut f = move || {
        q.x = 3; //~ unused_assignments value assigned to `q.x` is never read //~ unused_assignments value captured by `q.x` is never read
    };
    f();
    let mut g = move || {
        q.y = 3; //~ unused_assignments value captured by `q.y` is never read
        q.y
    };
    let h = || p.x;
    g() + h()
}

pub fn nested() -> i32 {
    let mut a = 1; //~ unused_variables unused variable: `a`
    let mut f = move || { //~ unused_mut variable does not need to be mutable
        let mut g = move || {
            a = 2; //~ unused_assignments value assigned to `a` is never read //~ unused_assignments value captured by `a` is never read
        };
        g();
    };
    f();
    let b = 1;
    let h = || {
        let k = || b;
        k()
    };
    let mut c = 1;
    let mut l = || {
        let mut m = || c = 2;
        m();
    };
    l();
    h()
}

pub fn inside() {
    let f = |x: i32| {
        let y = 2; //~ unused_variables unused variable: `y`
        let mut z = 3; //~ unused_variables variable `z` is assigned to, but never used
        z = 4; //~ unused_assignments value assigned to `z` is never read
        x
    };
    f(1);
    let g = || {
        let mut a = 1; //~ unused_assignments value assigned to `a` is never read
        a = 2;
        a
    };
    g();
}

pub fn references(r: &mut i32, s: &mut Point) {
    let mut f = || {
        *r = 1;
        s.x = 3;
    };
    f();
    let mut g = move || {
        *r = 2;
        s.y += 3;
    };
    g();
}

pub fn leaves(c: bool) {
    let mut a = 1;
    let mut f = || {
        a = 2;
        if c {
            panic!();
        }
        a = 3;
    };
    f();
}

pub fn parameter_again() {
    let mut n = 0;
    let mut f = |mut x: i32| {
        n += x;
        x = 4;
    };
    f(1);
    let g = |mut x: i32| {
        let y = x;
        x = 4; //~ unused_assignments value assigned to `x` is never read
        y
    };
    g(1);
}
