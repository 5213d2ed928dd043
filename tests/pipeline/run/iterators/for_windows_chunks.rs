// windows and chunks of a slice
// threads: 4
// expect: 5164 5164 5164 5164
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [1u64, 2, 3, 4, 5];
        let mut s = 0;
        for w in a.windows(2) {
            s = s * 3 + w[0] * w[1];
        }
        for c in a.chunks(2) {
            s += c.len() as u64 * 1000;
        }
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
