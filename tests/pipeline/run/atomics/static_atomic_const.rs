// statics of structs with const constructors
// threads: 4
// expect: 10001815 10003436 10008297 10022878
use rustg_std::prelude::*;

use rustg_std::Atomic;
struct Counters {
    hits: Atomic<u32>,
    limit: u32,
}
impl Counters {
    const fn new(limit: u32) -> Counters {
        Counters { hits: Atomic::new(0), limit }
    }
    fn hit(&self) -> bool {
        self.hits.fetch_add(1, Relaxed) < self.limit
    }
}
static SEEN: Counters = Counters::new(100);
static POWERS: [u32; 8] = powers();
const fn powers() -> [u32; 8] {
    let mut p = [1; 8];
    let mut k = 1;
    while k < p.len() {
        p[k] = p[k - 1] * 3;
        k += 1;
    }
    p
}
fn value(i: u64) -> u64 {
    let ok = SEEN.hit() as u64;
    let local = Atomic::<u64>::new(i);
    local.fetch_add(5, Relaxed);
    ok * 1000 + POWERS[i as usize + 4] as u64 * 10 + local.load(Relaxed) + SEEN.limit as u64 * 100_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
