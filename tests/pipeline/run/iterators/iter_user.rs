// an iterator of one's own
// threads: 4
// expect: 33 36 40 45
use rustg_std::prelude::*;

struct Count {
    at: u64,
    end: u64,
}
impl Iterator for Count {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        if self.at < self.end {
            self.at += 1;
            Some(self.at)
        } else {
            None
        }
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut s = 0;
        for k in (Count { at: 0, end: i + 2 }) {
            s += k;
        }
        s + Count { at: 0, end: 4 }.map(|k| k * k).sum::<u64>()
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
