// associated constants
// threads: 4
// expect: 51036 51037 51038 51039
use rustg_std::prelude::*;

trait Sized2 {
    const N: u64;
    const M: u64 = Self::N * 2;
}
impl Sized2 for u8 {
    const N: u64 = 3;
}
impl Sized2 for u16 {
    const N: u64 = 5;
    const M: u64 = 1;
}
fn get<T: Sized2>() -> u64 {
    T::N * 10 + T::M
}

fn value(i: u64) -> u64 {
    let _ = i;
    get::<u8>() + get::<u16>() * 1000 + i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
