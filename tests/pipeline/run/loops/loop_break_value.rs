// loop gives the value of break
// threads: 4
// expect: 70 30 60 20
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut k = i;
        loop {
            k += 7;
            if k % 5 == 0 {
                break k * 2;
            }
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
