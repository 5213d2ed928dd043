// Which ranges know their length is as in core, where a usize may have 16 bits.
use rustg_std::prelude::*;

fn exact<I: ExactSizeIterator>(_i: I) {}

fn lengths() {
    exact(0..3usize);
    exact(0..3i32);
    exact(0..=3u16);
    exact((0..3u8).rev());
    exact(0..3u64); //~ E0277 the trait bound `std::ops::Range<u64>: ExactSizeIterator` is not satisfied
    exact(0..3i128); //~ E0277 the trait bound `std::ops::Range<i128>: ExactSizeIterator` is not satisfied
    exact('a'..'c'); //~ E0277 the trait bound `std::ops::Range<char>: ExactSizeIterator` is not satisfied
    exact(0..=3u32); //~ E0277 the trait bound `std::ops::RangeInclusive<u32>: ExactSizeIterator` is not satisfied
    exact(0..=3usize); //~ E0277 the trait bound `std::ops::RangeInclusive<usize>: ExactSizeIterator` is not satisfied
    let _ = (0..3u64).len(); //~ E0599 no method named `len` found for struct
}

#[kernel]
pub fn test(mut y: GridMut<u64>) {
    lengths();
    let t = thread::index();
    y[t] = 1;
}
