// A struct loses its size where only the type of its last field changes, to a slice of the same elements or an object.
use rustg_std::{GridMut, thread};

struct Tail<T: ?Sized> {
    length: u64,
    of: T,
}

struct Twice<T> {
    first: T,
    second: T,
}

struct Beside<T: ?Sized, U> {
    beside: U,
    of: T,
}

struct Within<T: ?Sized> {
    tail: Tail<T>,
}

struct Plain<T: ?Sized>(u64, T);

fn elements(x: &Tail<[u32; 2]>) -> &Tail<[u64]> {
    x //~ E0308 mismatched types
}

fn value() {
    let _x: &Tail<[u64]> = &Tail { length: 1, of: 3u64 }; //~ E0308 mismatched types
}

fn call() {
    let _x: &Plain<[u64]> = &Plain(1, 2u64); //~ E0308 mismatched types
}

fn both(x: &Twice<[u64; 2]>, take: fn(&Beside<[u64], u16>), y: &Beside<[u64; 2], u8>) -> u64 {
    take(y); //~ E0308 mismatched types
    x.first[0] + x.second[1]
}

fn within(x: &Within<[u8; 2]>) -> &Within<[u16]> {
    x //~ E0308 mismatched types
}

#[rustg_std::kernel]
pub fn kernel(mut out: GridMut<u64>) {
    value();
    call();
    let (tail, within_tail) = (Tail { length: 2, of: [1, 2] }, Within { tail: Tail { length: 1, of: [1, 2] } });
    let twice = Twice { first: [1, 2], second: [1, 2] };
    let beside = Beside { beside: 1, of: [1, 2] };
    let sum = both(&twice, |_| (), &beside) + beside.beside as u64 + within(&within_tail).tail.length;
    out[thread::index()] = sum + elements(&tail).length;
}
