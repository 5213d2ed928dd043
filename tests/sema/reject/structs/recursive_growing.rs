//! Types that hold themselves with larger and larger arguments: E0072, and an end.
use rustg_std::prelude::*;

struct Array<T> { //~ E0072 recursive type `Array` has infinite size
    a: [Array<(T, T)>; 0],
    b: T,
}

enum Either<T> { //~ E0072 recursive type `Either` has infinite size
    More(Either<(T, T)>),
    Less(T),
}

union Joined<T: Copy> { //~ E0072 recursive type `Joined` has infinite size
    a: core::mem::ManuallyDrop<[Joined<(T, T)>; 0]>,
    b: T,
}

struct Wrapper<T>(T);
struct Wrapped<T> { //~ E0072 recursive type `Wrapped` has infinite size
    a: Wrapper<(u8, Wrapper<Wrapped<Wrapper<T>>>)>,
    b: T,
}

struct Twice<T> { //~ E0072 recursive type `Twice` has infinite size
    a: Wrapper<[Twice<(T, u8)>; 1]>,
    b: Wrapper<[Twice<(T, u16)>; 1]>,
    c: T,
}

struct Outer(Option<Twice<u8>>); // finite but for what it holds

struct Behind<'a, T> {
    a: Option<&'a Behind<'a, (T, T)>>,
    b: T,
}

struct Phantom<T> {
    a: core::marker::PhantomData<Wrapper<Wrapper<T>>>,
    b: *const Phantom<(T, T)>,
}

fn array(_x: Option<Array<u8>>) {}
fn either(x: Either<u8>) -> u8 {
    match x {
        Either::More(_) => 0,
        Either::Less(b) => b,
    }
}
fn joined(_x: Option<Joined<u8>>) {}
fn wrapped(_x: (Wrapped<u8>, u8)) {}
fn twice(_x: Outer, _y: [Twice<u8>; 2]) {}
fn behind(x: Behind<u8>) -> u8 {
    let y = Some(x);
    match y {
        Some(z) => z.b,
        None => 0,
    }
}
fn phantom(_x: Option<Phantom<u8>>) {}

#[kernel]
pub fn k(_y: GridMut<u32>) {}
