// References to fn pointers compare as the fn pointers do
// threads: 3
// expect: 1 0 1
use rustg_std::prelude::*;

fn double(x: u64) -> u64 {
    x * 2
}
fn triple(x: u64) -> u64 {
    x * 3
}

#[allow(unpredictable_function_pointer_comparisons)]
fn value(i: usize) -> bool {
    let (a, b): (fn(u64) -> u64, fn(u64) -> u64) = (double, triple);
    let all = [&a, &b, &a];
    match i {
        0 => all[0] == all[2],
        1 => &a == &b,
        _ => all[1] != all[2],
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get()) as u64;
}
