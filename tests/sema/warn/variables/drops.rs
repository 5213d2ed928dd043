// Values whose destructors run: they may be what a variable is for.
pub struct Guard(pub i32);
impl Drop for Guard {
    fn drop(&mut self) {}
}
pub struct Plain(pub i32);
pub struct Holder {
    pub guard: Guard,
    pub n: i32,
}

pub fn declared() {
    let a = Guard(1); //~ unused_variables unused variable: `a`
    let _b = Guard(2);
    let c = Plain(3); //~ unused_variables unused variable: `c`
    let d = Some(Guard(4)); //~ unused_variables unused variable: `d`
}
pub fn assigned() {
    let mut a = Guard(1); //~ unused_variables variable `a` is assigned to, but never used
    a = Guard(2); //~ unused_assignments value assigned to `a` is never read
    let mut b = Plain(1); //~ unused_variables variable `b` is assigned to, but never used
    b = Plain(2); //~ unused_assignments value assigned to `b` is never read
    let c; //~ unused_variables variable `c` is assigned to, but never used
    c = Guard(3); //~ unused_assignments value assigned to `c` is never read
}
pub fn parts() {
    let mut a = Guard(1);
    a.0 = 2;
    let mut b = Plain(1); //~ unused_variables variable `b` is assigned to, but never used
    b.0 = 2; //~ unused_assignments value assigned to `b` is never read
    let mut c = Holder { guard: Guard(1), n: 2 };
    c.n = 3;
    c.guard = Guard(4);
    let mut t = (Guard(1), 2);
    t.1 = 3;
}
pub fn read_before() -> i32 {
    let mut a = Guard(1);
    let n = a.0;
    a = Guard(2); //~ unused_assignments value assigned to `a` is never read
    let mut b = Guard(3);
    let m = b.0;
    b.0 = 4;
    let mut c = Guard(3); //~ unused_assignments value assigned to `c` is never read
    c = Guard(n);
    c.0 + m
}
pub fn given(mut a: Guard, b: Guard, mut c: Guard) { //~ unused_variables variable `c` is assigned to, but never used
    a.0 = 3;
    c = b; //~ unused_assignments value assigned to `c` is never read
}
pub fn generic<T>(mut a: T, b: T) -> T { //~ unused_mut variable does not need to be mutable
    let mut c = a; //~ unused_assignments value assigned to `c` is never read
    c = b;
    c
}
