// Constants left open by _: lengths in types and values, arguments of fns and types
// threads: 2
// expect: 14 15
use rustg_std::prelude::*;

struct Row<T, const N: usize>([T; N]);

fn count<T: Copy, const N: usize>(_: [T; N]) -> u64 {
    N as u64
}

fn value(i: u64) -> u64 {
    let three: [u64; _] = [i, 2, 3];
    let four: [u8; 4] = [0; _];
    let row: Row<u64, _> = Row([i; 2]);
    let nested: [[u64; _]; _] = [[1, 2], [3, 4]];
    let counts = count::<_, 2>([i, 1]) + count::<u8, _>([1]) + count::<_, { 1 + 1 }>([0u8; _]);
    (three.len() + four.len() + row.0.len()) as u64 + counts + nested[1][0] + i - 3
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
