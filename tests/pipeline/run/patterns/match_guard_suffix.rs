// the guard of overlapping alternatives: what stands behind `..` is tried from the end on
// threads: 8
// expect: 7788 1111111111117788 1122227788 7788 7788 1111111111117788 1122227788 7788
use core::cell::Cell;
use rustg_std::prelude::*;

struct Guard {
    h: Cell<u64>,
}
impl Guard {
    fn ask(&self, k: u64, x: u64, _y: u64) -> bool {
        self.h.set(self.h.get() * 10 + if k < 32 { x + 1 } else { k - 25 });
        false
    }
}
fn m3(i: u64, guard: &Guard) -> u64 {
    let s0: [[u64; 3]; 3] = [[(i + 2) % 4, (i + 1) % 4, 0], [(i + 0) % 4, (i + 2) % 4, 2], [0, (i + 3) % 4, (i + 0) % 4]];
    let v: &[[u64; 3]] = &s0[..];
    match &v {
        [[0, _, (0..=1 | _)], [(0..=1 | _), (0..=1 | _), x]] if guard.ask(30, *x, 0) => 1 + 10 * *x,
        [.., [.., (1..=9 | 0..=1 | _), _], [(1..=9 | 0..2), _, _], ([x @ 0..=1, 0..2, _] | [.., x @ 0..=1, (_ | _)])] if guard.ask(31, *x, 0) => 2 + 10 * *x,
        (_ | _) if guard.ask(32, 0, 0) => 3,
        (_ | _ | []) if guard.ask(33, 0, 0) => 4,
        _ => 99,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    if t < out.len() {
        let guard = Guard { h: Cell::new(0) };
        let _value = m3(t.get() as u64, &guard);
        out[t] = guard.h.get();
    }
}
