// step_by and nth that go farther than a usize counts, and past one item each
// threads: 3
// expect: 16778006341117924495 130571560122191304 4013417499637451761
use rustg_std::prelude::*;

struct Far(u64, u64);
impl Iterator for &mut Far {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.1 += 1;
        Some(7)
    }
    fn nth(&mut self, n: usize) -> Option<u64> {
        self.0 = self.0.wrapping_mul(3).wrapping_add(n as u64);
        Some(self.0)
    }
}
fn value(t: u64) -> u64 {
    let mut h = 0u64;
    for (step, n) in [(1usize << 33, 1usize << 34), (usize::MAX, 5), (2, usize::MAX), (1, usize::MAX), (3, 0), (4, 9)] {
        let mut far = Far(t, 0);
        let mut steps = (&mut far).step_by(step);
        let (a, b) = (steps.nth(n), steps.nth(1));
        h = (h ^ a.unwrap_or(1) ^ b.unwrap_or(2).rotate_left(9) ^ far.0.rotate_left(30) ^ far.1).wrapping_mul(31);
    }
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
