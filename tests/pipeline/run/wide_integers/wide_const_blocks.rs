// `const { .. }` of 128 bits, in a fn and in a generic one
// threads: 4
// expect: 68719476741 18446744073709551552 103079215116 9223372036854775808
use rustg_std::prelude::*;

fn halves(x: u128) -> u64 {
    (x >> 64) as u64 ^ x as u64
}
fn times<const N: u64>() -> u128 {
    const { (1u128 << 100 | 8) / 2 * N as u128 }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = match t.get() {
        0 => halves(const { 1u128 << 100 | 5 }),
        1 => halves(const { -(1i128 << 70) } as u128),
        2 => halves(times::<3>()),
        _ => halves(const { i128::MIN } as u128),
    };
}
