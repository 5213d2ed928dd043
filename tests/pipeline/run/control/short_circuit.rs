// the right side is not evaluated when the left decides
// threads: 4
// expect: 1 1 1 1
use rustg_std::prelude::*;

fn bump(n: &mut u64) -> bool {
    *n += 1;
    true
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut n = 0;
        let _ = i > 1 && bump(&mut n);
        let _ = i > 1 || bump(&mut n);
        n
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
