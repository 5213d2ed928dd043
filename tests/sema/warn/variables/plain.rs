// Variables that nothing reads, and such that something does.
#![allow(dead_code, path_statements)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

pub fn nothing_reads() {
    let a = 1; //~ unused_variables unused variable: `a`
    let b: u8 = 2; //~ unused_variables unused variable: `b`
    let mut c = 3; //~ unused_mut variable does not need to be mutable //~ unused_variables unused variable: `c`
    let _d = 4;
    let _ = 5;
    let f: i32; //~ unused_variables unused variable: `f`
    let unit = (); //~ unused_variables unused variable: `unit`
    let long_name = [1, 2, 3]; //~ unused_variables unused variable: `long_name`
}

pub fn set_only() {
    let mut a = 1; //~ unused_variables variable `a` is assigned to, but never used
    a = 2; //~ unused_assignments value assigned to `a` is never read
    let b; //~ unused_variables variable `b` is assigned to, but never used
    b = 3; //~ unused_assignments value assigned to `b` is never read
    let mut c = 0; //~ unused_variables variable `c` is assigned to, but never used
    c += 1; //~ unused_assignments value assigned to `c` is never read
    c -= 2; //~ unused_assignments value assigned to `c` is never read
    let mut d = [0; 4];
    d[1] = 2; //~ unused_assignments value assigned to `d` is never read
    let mut p = Point { x: 1, y: 2 }; //~ unused_variables variable `p` is assigned to, but never used
    p.x = 3; //~ unused_assignments value assigned to `p` is never read
    p.y += 4; //~ unused_assignments value assigned to `p` is never read
    let mut s = 1u32; //~ unused_variables variable `s` is assigned to, but never used
    s <<= 2; //~ unused_assignments value assigned to `s` is never read
    s /= 3; //~ unused_assignments value assigned to `s` is never read
    s %= 3; //~ unused_assignments value assigned to `s` is never read
}

pub fn branches(c: bool) {
    let a = if c { 1 } else { 2 }; //~ unused_variables unused variable: `a`
    let b; //~ unused_variables variable `b` is assigned to, but never used
    if c {
        b = 1; //~ unused_assignments value assigned to `b` is never read
    } else {
        b = 2; //~ unused_assignments value assigned to `b` is never read
    }
    let d = match c { //~ unused_variables unused variable: `d`
        true => 1,
        false => 2,
    };
    let e = loop { //~ unused_variables unused variable: `e`
        if c {
            break 1;
        }
        break 2;
    };
    let f = { //~ unused_variables unused variable: `f`
        let inner = 3; //~ unused_variables unused variable: `inner`
        4
    };
    let g = 'block: { //~ unused_variables unused variable: `g`
        if c {
            break 'block 1;
        }
        2
    };
}

pub fn used(p: Point, r: &mut i32) -> i32 {
    let a = 1;
    let b = a + 1;
    let c = &b;
    let d = *c;
    let e = [d; 2];
    let i = 1;
    let mut q = Point { x: 1, y: 2 };
    q.x = e[i];
    let n;
    n = q.y + p.x;
    let m = r;
    *m = n;
    let w = 3;
    let _ = w;
    let v = 4;
    v;
    let t = 5;
    match t {
        _ => {}
    }
    let u = Some(3);
    if let Some(_) = u {}
    n
}

pub fn shadowed() -> i32 {
    let x = 1; //~ unused_variables unused variable: `x`
    let x = 2;
    let x = x + 1;
    {
        let x = 5; //~ unused_variables unused variable: `x`
    }
    x
}

const K: i32 = {
    let unused = 3; //~ unused_variables unused variable: `unused`
    let used = 4;
    used
};
pub static S: i32 = {
    let mut unused = 3; //~ unused_mut variable does not need to be mutable //~ unused_variables unused variable: `unused`
    K
};
pub const B: usize = const {
    let unused = 1; //~ unused_variables unused variable: `unused`
    2
};
pub struct Holder([u8; {
    let unused = 2; //~ unused_variables unused variable: `unused`
    3
}]);

pub trait Trait {
    fn without_body(a: i32, b: i32);
    fn with_body(&self, a: i32, b: i32) -> i32 { //~ unused_variables unused variable: `a`
        b
    }
    fn own(self, a: i32) //~ unused_variables unused variable: `a`
    where
        Self: Sized,
    {
    }
}

impl Trait for Point {
    fn without_body(a: i32, b: i32) {} //~ unused_variables unused variable: `a` //~ unused_variables unused variable: `b`
    fn with_body(&self, a: i32, _b: i32) -> i32 { //~ unused_variables unused variable: `a`
        self.x
    }
}

impl Point {
    pub fn unused_self(&self) {}
    pub fn unused_own(self: Point, other: Point) {} //~ unused_variables unused variable: `other`
    pub fn new(x: i32, y: i32) -> Self { //~ unused_variables unused variable: `y`
        Point { x, y: 0 }
    }
}

pub extern "C" fn for_others(a: i32) {} //~ unused_variables unused variable: `a`
