// division truncates, remainder has the dividend's sign
// threads: 4
// expect: 18446744073709551307 18446744073709551307 18446744073709551307 18446744073709551307
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = (-7i32 / 2) as i64;
        let b = (-7i32 % 3) as i64;
        let c = (7i32 % -3) as i64;
        (a * 100 + b * 10 + c) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
