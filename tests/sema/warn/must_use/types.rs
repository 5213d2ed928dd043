//! Values whose types must be used.
#![allow(dead_code, unused_imports, unused_variables)]
use rustg_std::prelude::*;

#[must_use]
pub struct Plain(pub u32);
#[must_use = "it has words"]
pub struct Worded<T>(pub T);
#[must_use]
pub enum Choice {
    First,
    Second(u32),
}
pub struct Free(pub u32);
#[must_use]
pub trait Marked {}
pub trait Above: Marked {}
impl Marked for u8 {}
impl Above for u8 {}
pub enum Never {}

pub fn plain() -> Plain {
    Plain(1)
}
pub fn implementer() -> impl Marked {
    1u8
}
pub fn above() -> impl Above {
    1u8
}
pub fn result(x: u32) -> Result<u32, u32> {
    if x == 0 { Err(x) } else { Ok(x) }
}
pub fn nothing() -> Result<(), Never> {
    Ok(())
}
pub fn leaves() -> Result<Never, u32> {
    Err(1)
}
pub fn closure() -> impl Fn(u32) -> u32 {
    |x| x + 1
}

#[kernel]
pub fn statements(a: &[u32], x: u32) {
    plain(); //~ unused_must_use unused `Plain` that must be used
    Plain(1); //~ unused_must_use unused `Plain` that must be used
    Worded(x); //~ unused_must_use unused `Worded` that must be used
    Choice::First; //~ unused_must_use unused `Choice` that must be used //~ path_statements path statement with no effect
    Choice::Second(x); //~ unused_must_use unused `Choice` that must be used
    Free(1);
    result(x); //~ unused_must_use unused `Result` that must be used
    result(x).map(|y| y + 1); //~ unused_must_use unused `Result` that must be used
    nothing();
    leaves(); //~ unused_must_use unused `Result` that must be used
    implementer(); //~ unused_must_use unused implementer of `Marked` that must be used
    above(); //~ unused_must_use unused implementer of `Marked` that must be used
    closure(); //~ unused_must_use unused implementer of `Fn` that must be used
    (plain(), 1); //~ unused_must_use unused `Plain` in tuple element 0 that must be used
    (1, (result(x), plain())); //~ unused_must_use unused `Result` in tuple element 0 that must be used
    //~^ unused_must_use unused `Plain` in tuple element 1 that must be used
    [plain(), plain()]; //~ unused_must_use unused array of `Plain` that must be used
    [[plain()], [plain()]]; //~ unused_must_use unused array of arrays of `Plain` that must be used
    || 1; //~ unused_must_use unused closure that must be used
    [|| 1]; //~ unused_must_use unused array of closures that must be used
    (|| 1, 2); //~ unused_must_use unused closure in tuple element 0 that must be used
    a.iter(); //~ unused_must_use unused `std::slice::Iter` that must be used
    a.iter().map(|y| y + 1); //~ unused_must_use unused `Map` that must be used
    a.iter().zip(a).enumerate(); //~ unused_must_use unused `Enumerate` that must be used
    0..x;
    let _ = plain();
    let _unused = plain();
    _ = plain();
    match x {
        0 => plain(), //~^ unused_must_use unused `Plain` that must be used
        _ => Plain(2),
    };
    if x > 3 { result(x) } else { result(x) }; //~ unused_must_use unused `Result` that must be used
    while x > 100 {
        result(x); //~ unused_must_use unused `Result` that must be used
    }
}

#[kernel]
pub fn blocks(x: u32) {
    { plain() }; //~ unused_must_use unused `Plain` that must be used
    { { result(x) } }; //~ unused_must_use unused `Result` that must be used
    unsafe { plain() }; //~ unused_must_use unused `Plain` that must be used
    'a: { if x > 1 { break 'a plain(); } plain() }; //~ unused_must_use unused `Plain` that must be used
    (plain()); //~ unused_must_use unused `Plain` that must be used
    { plain(); }; //~ unused_must_use unused `Plain` that must be used
    (|| { plain(); })(); //~ unused_must_use unused `Plain` that must be used
}

#[allow(unused_must_use)]
pub fn allowed(x: u32) {
    result(x);
}

#[deny(unused_must_use)]
pub fn denied(x: u32) {
    result(x); //~ unused_must_use unused `Result` that must be used
}
