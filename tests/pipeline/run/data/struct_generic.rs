// generic structs
// threads: 4
// expect: 210 212 214 216
use rustg_std::prelude::*;

struct Pair<T, U> {
    a: T,
    b: U,
}
impl<T: Copy, U> Pair<T, U> {
    fn first(&self) -> T {
        self.a
    }
    fn map<V, F: Fn(U) -> V>(self, f: F) -> Pair<T, V> {
        Pair {
            a: self.a,
            b: f(self.b),
        }
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let p = Pair { a: i, b: 3u8 };
        let f = p.first();
        let q = p.map(|b| b as u64 * 7);
        f + q.b * 10 + q.a
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
