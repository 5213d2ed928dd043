// constants in patterns: structs, tuples, strs, references, bools, associated
// threads: 7
// expect: 1212422 2323422 3143422 4433422 1241122 1443122 2223122
use rustg_std::prelude::*;

#[derive(PartialEq, Eq, Clone, Copy)]
struct Id {
    a: u8,
    b: Kind,
}
#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    X,
    Y(i8),
}
const FIRST: Id = Id { a: 1, b: Kind::X };
const SECOND: Id = Id { a: 2, b: Kind::Y(-1) };
const PAIR: (u8, bool) = (3, true);
const NAME: &str = "two";
const ARR: [u8; 2] = [4, 5];
const SOME: Option<Kind> = Some(Kind::X);
fn value(i: u64) -> u64 {
    let k = i as usize;
    let id = [FIRST, SECOND, Id { a: 2, b: Kind::Y(1) }, Id { a: 1, b: Kind::Y(0) }, FIRST, FIRST, SECOND][k];
    let a = match id {
        FIRST => 1,
        SECOND => 2,
        Id { a: 2, .. } => 3,
        _ => 4,
    };
    let b = match (i as u8 + 1, i % 2 == 0) {
        PAIR => 1,
        (_, true) => 2,
        (1..=3, _) => 3,
        _ => 4,
    };
    let c = match ["one", "two", "three", "", "two ", "Two", NAME][k] {
        "one" => 1,
        NAME => 2,
        "" => 3,
        _ => 4,
    };
    let d = match [k as u8, 5] {
        ARR => 1,
        [0, _] => 2,
        _ => 3,
    };
    let e = match (if k > 3 { SOME } else { None }) {
        SOME => 1,
        Some(Kind::Y(_)) => 2,
        Some(_) => 3,
        None => 4,
    };
    let f = match &[4u8, 5][..] {
        b"ab" => 1,
        &[4, _] => 2,
        _ => 3,
    };
    let g = match &b"xy"[..] {
        b"ab" => 1,
        b"xy" => 2,
        _ => 3,
    };
    a * 1000000 + b * 100000 + c * 10000 + d * 1000 + e * 100 + f * 10 + g
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
