//! Operators, paths and macros as statements.
#![allow(dead_code, unused_imports, unused_variables)]
use rustg_std::prelude::*;

pub struct Guard;
impl Drop for Guard {
    fn drop(&mut self) {}
}
#[derive(Clone, Copy)]
pub struct Num(pub u32);
impl std::ops::Add for Num {
    type Output = Num;
    fn add(self, other: Num) -> Num {
        Num(self.0 + other.0)
    }
}
impl std::ops::Neg for Num {
    type Output = ();
    fn neg(self) {}
}
#[must_use]
pub fn must(x: u32) -> u32 {
    x
}
pub const LIMIT: u32 = 3;
pub static TABLE: [u32; 2] = [1, 2];

pub fn operators(x: u32, y: i32, b: bool, p: &u32, n: Num, a: &mut [u32]) {
    x + 1; //~ unused_must_use unused arithmetic operation that must be used
    x - 1; //~ unused_must_use unused arithmetic operation that must be used
    x % 2; //~ unused_must_use unused arithmetic operation that must be used
    x == 1; //~ unused_must_use unused comparison that must be used
    x >= 1; //~ unused_must_use unused comparison that must be used
    x & 1; //~ unused_must_use unused bitwise operation that must be used
    x << 1; //~ unused_must_use unused bitwise operation that must be used
    b && x == 1; //~ unused_must_use unused logical operation that must be used
    b || x == 1; //~ unused_must_use unused logical operation that must be used
    !b; //~ unused_must_use unused unary operation that must be used
    -y; //~ unused_must_use unused unary operation that must be used
    *p; //~ unused_must_use unused unary operation that must be used
    &x; //~ unused_must_use unused borrow that must be used
    &mut a[0]; //~ unused_must_use unused borrow that must be used
    &raw const x; //~ unused_must_use unused borrow that must be used
    n + n; //~ unused_must_use unused arithmetic operation that must be used
    -n;
    (x + 1); //~ unused_must_use unused arithmetic operation that must be used
    { x + 1 }; //~ unused_must_use unused arithmetic operation that must be used
    x as u8;
    a[0];
    n.0;
    1;
    "text";
    x..y as u32;
    a[0] = 1;
    a[0] += 1;
    b && { a[0] = 1; true }; //~ unused_must_use unused logical operation that must be used
    must(x) + 1; //~ unused_must_use unused arithmetic operation that must be used
    { must(x) }; //~ unused_must_use unused return value of `must` that must be used
    match x { 0 => must(x), _ => 1 };
}

pub fn paths<T>(x: u32, g: Guard, t: T, h: Option<Guard>, o: Option<u32>, u: &Guard) {
    x; //~ path_statements path statement with no effect
    g; //~ path_statements path statement drops value
    t; //~ path_statements path statement drops value
    h; //~ path_statements path statement drops value
    o; //~ path_statements path statement with no effect
    u; //~ path_statements path statement with no effect
    LIMIT; //~ path_statements path statement with no effect
    TABLE; //~ path_statements path statement with no effect
    operators; //~ path_statements path statement with no effect
    (x); //~ path_statements path statement with no effect
    { x };
    let c = || 1;
    c; //~ path_statements path statement with no effect //~ unused_must_use unused closure that must be used
}

pub fn dropped<T: Copy, U, V: Iterator>(
    a: std::array::IntoIter<u32, 3>,
    b: std::cell::Ref<'_, u32>,
    c: std::cell::RefCell<u32>,
    d: Option<std::cell::Ref<'_, u32>>,
    e: std::mem::ManuallyDrop<Guard>,
    f: std::slice::Iter<'_, u32>,
    g: [Guard; 0],
    h: [Guard; 2],
    t: Option<T>,
    u: Option<U>,
    v: V::Item,
    w: &U,
) {
    a; //~ path_statements path statement drops value
    b; //~ path_statements path statement drops value
    c; //~ path_statements path statement with no effect
    d; //~ path_statements path statement drops value
    e; //~ path_statements path statement with no effect
    f; //~ path_statements path statement with no effect //~ unused_must_use unused `std::slice::Iter` that must be used
    g; //~ path_statements path statement with no effect
    h; //~ path_statements path statement drops value
    t; //~ path_statements path statement with no effect
    u; //~ path_statements path statement drops value
    v; //~ path_statements path statement drops value
    w; //~ path_statements path statement with no effect
}

macro_rules! call {
    () => {
        must(1)
    };
}
macro_rules! call_of {
    ($e:expr) => {
        must($e)
    };
}
macro_rules! pass {
    ($e:expr) => {
        $e
    };
}
macro_rules! statement {
    ($e:expr) => {
        $e;
    };
}
macro_rules! add {
    ($a:expr, $b:expr) => {
        $a + $b //~ unused_must_use unused arithmetic operation that must be used
    };
}

pub fn macros(x: u32) {
    call!(); //~ unused_must_use unused return value of `must` that must be used
    call_of!(x); //~ unused_must_use unused return value of `must` that must be used
    pass!(must(x)); //~ unused_must_use unused return value of `must` that must be used
    pass!(x + 1); //~ unused_must_use unused arithmetic operation that must be used
    statement!(must(x)); //~ unused_must_use unused return value of `must` that must be used
    add!(x, 1);
    let _ = statement_in!(x); //~ unused_must_use unused return value of `must` that must be used
}
macro_rules! statement_in {
    ($e:expr) => {{
        must($e);
        1
    }};
}
use statement_in;

use std::fmt::Write;
pub fn formatted<W: Write>(w: &mut W) {
    write!(w, "{}", 1); //~ unused_must_use unused `Result` that must be used
    writeln!(w); //~ unused_must_use unused `Result` that must be used
    println!("{}", 1);
    assert!(true);
    matches!(1, 1);
    debug_assert_eq!(1, 1);
}

#[kernel]
pub fn question(x: u32) {
    let f = || -> Option<u32> {
        Some(x)?;
        must(x).checked_add(1)?;
        Some(1)
    };
    f();
}
