//! Arms and alternatives that no value gets to.
#![allow(dead_code, unused_variables, unused_must_use, path_statements, unused_parens, irrefutable_let_patterns)]
#![allow(unreachable_code, non_snake_case)]

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Color {
    Red,
    Green,
    Blue,
}
pub enum Shape {
    Dot(u32),
    Line { a: u32, b: bool },
    Empty,
}
pub enum Void {}
pub struct Pair(pub u32, pub bool);
pub const LIMIT: u32 = 7;

pub fn integers(x: u32, y: u8, z: i8, w: usize) {
    match x {
        1 => {}
        1 => {} //~ unreachable_patterns unreachable pattern
        2 | 1 => {} //~ unreachable_patterns unreachable pattern
        3..=9 => {}
        5 => {} //~ unreachable_patterns unreachable pattern
        LIMIT => {} //~ unreachable_patterns unreachable pattern
        4..=6 => {} //~ unreachable_patterns unreachable pattern
        8..=12 => {}
        3..=12 => {} //~ unreachable_patterns unreachable pattern
        _ => {}
        20 => {} //~ unreachable_patterns unreachable pattern
        _ => {} //~ unreachable_patterns unreachable pattern
    }
    match y {
        0..=100 => {}
        101..=255 => {}
        _ => {} //~ unreachable_patterns unreachable pattern
    }
    match z {
        -128..=-1 => {}
        0.. => {}
        i8::MIN..=i8::MAX => {} //~ unreachable_patterns unreachable pattern
    }
    match w {
        0..=10 => {}
        11.. => {}
        usize::MAX => {} //~ unreachable_patterns unreachable pattern
    }
    match y {
        0 | 1 => {}
        2 | 3 => {}
        4 | 5 => {}
        6 | 7 => {}
        8 | 9 => {}
        0..=9 => {} //~ unreachable_patterns unreachable pattern
        _ => {}
    }
    match y {
        0 | 1 => {}
        2 | 3 => {}
        0..=3 => {} //~ unreachable_patterns unreachable pattern
        _ => {}
    }
}

pub fn names(x: u32, b: bool, c: char) {
    match x {
        y => {}
        1 => {} //~ unreachable_patterns unreachable pattern
        z => {} //~ unreachable_patterns unreachable pattern
    }
    match x {
        1 if b => {}
        1 => {}
        1 if b => {} //~ unreachable_patterns unreachable pattern
        _ if b => {}
        y if x > 3 => {}
        _ => {}
    }
    match b {
        true => {}
        false => {}
        _ => {} //~ unreachable_patterns unreachable pattern
    }
    match c {
        'a'..='z' => {}
        'b' | 'A' => {} //~ unreachable_patterns unreachable pattern
        '\0'..='\u{10FFFF}' => {}
        _ => {} //~ unreachable_patterns unreachable pattern
    }
}

pub fn structures(s: Shape, k: Color, t: (bool, bool), p: Pair, o: Option<Option<u32>>, r: &Shape) {
    match k {
        Color::Red => {}
        Color::Green | Color::Red => {} //~ unreachable_patterns unreachable pattern
        Color::Blue => {}
        Color::Green => {} //~ unreachable_patterns unreachable pattern
        _ => {} //~ unreachable_patterns unreachable pattern
    }
    match s {
        Shape::Dot(0) => {}
        Shape::Dot(_) => {}
        Shape::Dot(3) => {} //~ unreachable_patterns unreachable pattern
        Shape::Line { a: 1 | 2, b: true } => {}
        Shape::Line { a: 2, b: true } => {} //~ unreachable_patterns unreachable pattern
        Shape::Line { a: 2, b: _ } => {}
        Shape::Line { .. } => {}
        Shape::Empty => {}
        Shape::Line { a: 1, .. } => {} //~ unreachable_patterns unreachable pattern
    }
    match t {
        (true, _) => {}
        (_, true) => {}
        (true, true) => {} //~ unreachable_patterns unreachable pattern
        (false, false) => {}
        (_, false) => {} //~ unreachable_patterns unreachable pattern
    }
    match t {
        (true | false, true | false) => {}
        (a, b) => {} //~ unreachable_patterns unreachable pattern
    }
    match t {
        (a, b) => {}
        (true, _) => {} //~ unreachable_patterns unreachable pattern
    }
    match p {
        Pair(a, b) => {}
        Pair(1, _) => {} //~ unreachable_patterns unreachable pattern
    }
    match o {
        Some(Some(1 | 2 | 1)) => {} //~ unreachable_patterns unreachable pattern
        Some(Some(_)) | None => {}
        Some(None) => {}
        Some(_) => {} //~ unreachable_patterns unreachable pattern
    }
    match r {
        Shape::Dot(_) => {}
        Shape::Dot(1) | Shape::Empty => {} //~ unreachable_patterns unreachable pattern
        Shape::Line { .. } => {}
        &Shape::Empty => {} //~ unreachable_patterns unreachable pattern
    }
}

pub fn slices(a: &[u32], b: [bool; 2], s: &str, bytes: &[u8], f: f32) {
    match a {
        [] => {}
        [1, ..] => {}
        [1, 2] => {} //~ unreachable_patterns unreachable pattern
        [.., 3] => {}
        [1, .., 3] => {} //~ unreachable_patterns unreachable pattern
        [_] => {}
        [..] => {}
        [_, _, ..] => {} //~ unreachable_patterns unreachable pattern
    }
    match b {
        [true, _] => {}
        [_, true] => {}
        [true, true] => {} //~ unreachable_patterns unreachable pattern
        [..] => {}
    }
    match s {
        "a" => {}
        "b" | "a" => {} //~ unreachable_patterns unreachable pattern
        _ => {}
    }
    match bytes {
        b"ab" => {}
        [b'a', b'b'] => {} //~ unreachable_patterns unreachable pattern
        [b'x', ..] => {}
        b"xy" => {} //~ unreachable_patterns unreachable pattern
        _ => {}
    }
    match f {
        1.0 => {}
        1.0 => {} //~ unreachable_patterns unreachable pattern
        _ => {}
    }
}

pub fn elsewhere(x: u32, o: Option<u32>, (1 | _ | 2): u32) { //~ unreachable_patterns unreachable pattern
    let (_ | 1) = x; //~ unreachable_patterns unreachable pattern
    if let Some(1 | 1) = o {} //~ unreachable_patterns unreachable pattern
    if let 1 | 2 | 1 = x && x > 3 {} //~ unreachable_patterns unreachable pattern
    while let Some(3 | 4 | 3) = o {} //~ unreachable_patterns unreachable pattern
    let Some(1 | 2 | 1) = o else { return }; //~ unreachable_patterns unreachable pattern
    for (0 | _ | 0) in 0..3 {} //~ unreachable_patterns unreachable pattern
    matches!(x, 1 | 1); //~ unreachable_patterns unreachable pattern
    matches!(x, _);
    let c = |(1 | _ | 2): u32| 1; //~ unreachable_patterns unreachable pattern
}

pub fn empty(v: Void, r: Result<u32, Void>, o: Option<Void>) {
    match r {
        Ok(_) => {}
        Err(_) => {}
    }
    match o {
        None => {}
        Some(_) => {}
    }
    match v {
        _ => {} //~ unreachable_patterns unreachable pattern
    }
}

pub fn meant(x: u32) {
    const INNER: u32 = 3;
    let local = 4;
    match x {
        INER => {}
        _ => {} //~ unreachable_patterns unreachable pattern
    }
    match x {
        local => {}
        _ => {} //~ unreachable_patterns unreachable pattern
    }
}
#[allow(unreachable_patterns)]
pub fn allowed(x: u32) {
    match x {
        _ => {}
        1 => {}
    }
}
macro_rules! one_of {
    ($x:expr, $p:pat) => {
        match $x {
            $p => true,
            _ => false, //~ unreachable_patterns unreachable pattern
        }
    };
}
pub fn macros(x: u32) -> bool {
    one_of!(x, 1 | 2) && one_of!(x, _)
}
