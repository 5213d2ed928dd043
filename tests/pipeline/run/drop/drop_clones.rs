// Clone of tuples, arrays and closures clones their parts.
// threads: 1
// expect: 13342065738215892681
use rustg_std::prelude::*;
use std::cell::Cell;
struct D<'a>(&'a Cell<u64>, u64);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().wrapping_mul(31).wrapping_add(self.1));
    }
}
impl Clone for D<'_> {
    fn clone(&self) -> Self {
        D(self.0, self.1 + 10)
    }
}
#[derive(Clone)]
struct W<'a> {
    a: D<'a>,
    b: Option<D<'a>>,
}
fn value(i: u64) -> u64 {
    let log = Cell::new(7);
    {
        let t = (D(&log, 1), D(&log, 2));
        let u = t.clone();
        let a = [D(&log, 3), D(&log, 4)];
        let b = a.clone();
        let c = move || t.0.1;
        let d = c.clone();
        let w = W {
            a: D(&log, 5),
            b: Some(D(&log, 6)),
        };
        let x = w.clone();
        let n = ((D(&log, 7), 1u8), [(D(&log, 8), 2u16)]).clone();
        log.set(log.get() + u.0.1 + b[1].1 + d() + x.a.1 + n.0.0.1 + i);
    }
    log.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
