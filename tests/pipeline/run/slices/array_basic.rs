// arrays: literals, repeat, index, len
// threads: 4
// expect: 610 610 610 610
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut a = [0u64; 6];
        a[i as usize] = 9;
        a[5] = 1;
        a.iter().sum::<u64>() + a.len() as u64 * 100
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
