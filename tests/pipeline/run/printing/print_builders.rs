// debug_struct and its like, in one line and in several
// threads: 1
// expect: 4
// prints: S S { a: 1, b: Some("x") } S { a: (1,), .. } S { .. }
// prints: S {
// prints:     a: 1,
// prints:     b: Some(
// prints:         "x",
// prints:     ),
// prints: }
// prints: S {
// prints:     a: (
// prints:         1,
// prints:     ),
// prints:     ..
// prints: } S { .. }
// prints: T (1,) (1, 'c') T(S { a: 1, b: Some("x") }) T((), ..)
// prints: (
// prints:     1,
// prints: ) (
// prints:     1,
// prints:     'c',
// prints: )
// prints: T(
// prints:     S {
// prints:         a: 1,
// prints:         b: Some(
// prints:             "x",
// prints:         ),
// prints:     },
// prints: )
// prints: T(
// prints:     (),
// prints:     ..
// prints: )
// prints: [2, -4] {1, -2, "end"} {"k": 1, 2: (1, 'c'), -4: (1, 'c')}
// prints: [] {"end"} {"k": 1} [1, ..] {}
// prints: {
// prints:     "k": 1,
// prints:     2: (
// prints:         1,
// prints:         'c',
// prints:     ),
// prints:     -4: (
// prints:         1,
// prints:         'c',
// prints:     ),
// prints: }
// prints: [
// prints:     2,
// prints:     -4,
// prints: ] {
// prints:     2: 2,
// prints:     -4: -4,
// prints: }
// prints: [] {
// prints:     1,
// prints:     -2,
// prints:     "end",
// prints: } [
// prints:     1,
// prints:     ..
// prints: ]
// prints: [-4] [02, -4] 0x0a
use rustg_std::prelude::*;
use std::fmt::{self, Debug, Formatter};

struct S(u8);
impl Debug for S {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.debug_struct("S").finish(),
            1 => f.debug_struct("S").field("a", &1u8).field("b", &Some("x")).finish(),
            2 => f.debug_struct("S").field("a", &T(1)).finish_non_exhaustive(),
            _ => f.debug_struct("S").finish_non_exhaustive(),
        }
    }
}
struct T(u8);
impl Debug for T {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.debug_tuple("T").finish(),
            1 => f.debug_tuple("").field(&1u8).finish(),
            2 => f.debug_tuple("").field(&1u8).field(&'c').finish(),
            3 => f.debug_tuple("T").field(&S(1)).finish(),
            _ => f.debug_tuple("T").field(&()).finish_non_exhaustive(),
        }
    }
}
struct L<'a>(&'a [i8], u8);
impl Debug for L<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.1 {
            0 => f.debug_list().entries(self.0).finish(),
            1 => f.debug_set().entries(self.0.iter().map(|x| x / 2)).entry(&"end").finish(),
            2 => f.debug_map().entry(&"k", &1u8).entries(self.0.iter().map(|x| (x, T(2)))).finish(),
            3 => f.debug_list().entry(&1u8).finish_non_exhaustive(),
            _ => f.debug_map().entries(self.0.iter().zip(self.0)).finish(),
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    println!("{:?} {:?} {:?} {:?}", S(0), S(1), S(2), S(3));
    println!("{:#?}", S(1));
    println!("{:#?} {:#?}", S(2), S(3));
    println!("{:?} {:?} {:?} {:?} {:?}", T(0), T(1), T(2), T(3), T(4));
    println!("{:#?} {:#?}", T(1), T(2));
    println!("{:#?}", T(3));
    println!("{:#?}", T(4));
    let list = [2i8, -4];
    println!("{:?} {:?} {:?}", L(&list, 0), L(&list, 1), L(&list, 2));
    println!("{:?} {:?} {:?} {:?} {:?}", L(&[], 0), L(&[], 1), L(&[], 2), L(&[], 3), L(&[], 4));
    println!("{:#?}", L(&list, 2));
    println!("{:#?} {:#?}", L(&list, 0), L(&list, 4));
    println!("{:#?} {:#?} {:#?}", L(&[], 0), L(&list, 1), L(&[], 3));
    println!("{:?} {:02?} {:#04x}", &list[1..], &list[..], 10);
    out[t] = 4;
}
