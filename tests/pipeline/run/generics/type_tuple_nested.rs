// nested tuples, places and patterns
// threads: 4
// expect: 232 249 266 283
use rustg_std::prelude::*;

type Pair<T> = (T, T);
fn swap<A, B>((a, b): (A, B)) -> (B, A) {
    (b, a)
}
fn deep(i: u32) -> ((u8, (u16, [u32; 2])), Pair<Pair<u64>>) {
    ((i as u8, (i as u16 * 2, [i * 3, i * 4])), ((1, 2), (3, i as u64)))
}
fn value(i: u64) -> u64 {
    let mut t = deep(i as u32);
    t.0.1.1[1] += 5;
    t.1.1.1 *= 7;
    let ((a, (b, [c, d])), (p, (q, r))) = t;
    let ((x, y), z) = swap((100u64, swap(p)));
    let (.., last) = (1u8, 2u16, 3u32, 4u64);
    let unit = ((), ((),));
    let () = unit.0;
    a as u64 + b as u64 + c as u64 + d as u64 + q + r + x * 10 + y * 100 + z + last
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
