//! Parentheses around patterns and types.
#![allow(dead_code, unused_variables, unused_mut, path_statements, unused_must_use, unused_assignments)]
#![allow(unreachable_patterns)]

pub enum Shape {
    Dot(u32),
    Line { a: u32, b: u32 },
}
pub fn patterns(x: u32, s: Shape, t: (u32, u32), r: &u32, o: Option<u32>) {
    let (y) = x; //~ unused_parens unnecessary parentheses around pattern
    let (mut y) = x; //~ unused_parens unnecessary parentheses around pattern
    let ((y), z) = t; //~ unused_parens unnecessary parentheses around pattern
    let &(y) = r; //~ unused_parens unnecessary parentheses around pattern
    let &(mut y) = r;
    let (1 | _) = x;
    let ((1 | _), z) = t; //~ unused_parens unnecessary parentheses around pattern
    for (i) in 0..3 {} //~ unused_parens unnecessary parentheses around pattern
    for(i) in 0..3 {} //~ unused_parens unnecessary parentheses around pattern
    if let (1) = x {} //~ unused_parens unnecessary parentheses around pattern
    if let(1) = x {} //~ unused_parens unnecessary parentheses around pattern
    while let (Some(1 | 2)) = o {} //~ unused_parens unnecessary parentheses around pattern
    match x {
        (0) => {} //~ unused_parens unnecessary parentheses around pattern
        (1 | 2) => {} //~ unused_parens unnecessary parentheses around pattern
        (3..=4) => {}
        (5) | 6 => {} //~ unused_parens unnecessary parentheses around pattern
        y @ (7 | 8) => {}
        y @ (9) => {} //~ unused_parens unnecessary parentheses around pattern
        ((10)) => {} //~ unused_parens unnecessary parentheses around pattern
        _ => {}
    }
    match s {
        Shape::Dot((1)) => {} //~ unused_parens unnecessary parentheses around pattern
        Shape::Dot((1..=3)) => {}
        Shape::Line { a: (1), b } => {} //~ unused_parens unnecessary parentheses around pattern
        Shape::Line { a: (1 | 2), .. } => {} //~ unused_parens unnecessary parentheses around pattern
        _ => {}
    }
    match &[1, 2] {
        [(1), ..] => {} //~ unused_parens unnecessary parentheses around pattern
        &[(2), _] => {} //~ unused_parens unnecessary parentheses around pattern
        &([3, _]) => {} //~ unused_parens unnecessary parentheses around pattern
        &([4, _] | [5, _]) => {}
        _ => {}
    }
    let c = |(y): u32| y; //~ unused_parens unnecessary parentheses around pattern
    let c = |(1 | _): u32| 1;
}
pub fn parameter((x): u32, (mut y): u32) {} //~ unused_parens unnecessary parentheses around pattern
//~^ unused_parens unnecessary parentheses around pattern

pub fn types(x: (u32), y: &(u32), z: [(u8); 2]) -> (u32) { //~ unused_parens unnecessary parentheses around type
    //~^ unused_parens unnecessary parentheses around type
    //~^^ unused_parens unnecessary parentheses around type
    //~^^^ unused_parens unnecessary parentheses around type
    let a: (u32) = 1; //~ unused_parens unnecessary parentheses around type
    let b = x as (u64); //~ unused_parens unnecessary parentheses around type
    let c = x as (u64) < 2;
    let d = x as (usize) << 1;
    let e = x as (u64) > 2; //~ unused_parens unnecessary parentheses around type
    let f = 1 + x as (u32) < 2;
    let g: Option<(u32)> = None; //~ unused_parens unnecessary parentheses around type
    let h: (fn(u32) -> u32) = |x| x; //~ unused_parens unnecessary parentheses around type
    x
}
pub fn objects<'a>(
    a: &'a (dyn Fn(u32) + Send),
    b: &(dyn Fn(u32)), //~ unused_parens unnecessary parentheses around type
    c: &mut (dyn FnMut(u32) + Send),
    d: *const (dyn Send), //~ unused_parens unnecessary parentheses around type
    e: &&(dyn Send + Sync),
    f: &dyn (Send), //~ unused_parens unnecessary parentheses around type
    g: &(dyn (Send) + Sync), //~ unused_parens unnecessary parentheses around type
    h: &dyn Fn() -> (u32), //~ unused_parens unnecessary parentheses around type
    i: &(dyn Fn() -> &'static (dyn Send) + Sync),
    j: impl Fn() -> (u8), //~ unused_parens unnecessary parentheses around type
    k: impl (Fn()), //~ unused_parens unnecessary parentheses around type
    l: impl Fn() -> &'static (dyn Send), //~ unused_parens unnecessary parentheses around type
    m: &(dyn (Fn() -> u8) + Send),
) {
}
pub struct Fields {
    pub a: (u32), //~ unused_parens unnecessary parentheses around type
    pub b: &'static (u32), //~ unused_parens unnecessary parentheses around type
}
pub type Alias = (u32); //~ unused_parens unnecessary parentheses around type
pub trait Of {}
impl Of for (fn()) {} //~ unused_parens unnecessary parentheses around type
pub fn predicate<T>()
where
    (for<'a> fn(&'a T)): Sized,
    (T): Copy, //~ unused_parens unnecessary parentheses around type
{
}

macro_rules! dot {
    ($p:pat) => {
        Shape::Dot($p)
    };
}
macro_rules! number {
    () => {
        u32
    };
}
pub fn macros(s: Shape) -> number!() {
    match s {
        dot!(1) | dot!(2) => 1,
        (dot!(3)) => 2, //~ unused_parens unnecessary parentheses around pattern
        _ => 3,
    }
}
