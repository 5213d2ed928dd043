// a block's shared array behind a user's wrapper
// threads: 4
// expect: 10100 30010 60030 100060
use rustg_std::prelude::*;

struct Scratch<'s, const N: usize> {
    cells: &'s Shared<u32, N>,
}
impl<const N: usize> Scratch<'_, N> {
    fn put(&self, at: usize, x: u32) -> &Self {
        self.cells.set(at % N, x);
        self
    }
    fn scan(&self, at: usize) -> u32 {
        (0..=at).map(|k| self.cells.get(k)).sum()
    }
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let cells = Shared::<u32, 4>::new();
    let s = Scratch { cells: &cells };
    let me = thread::idx_x() as usize;
    s.put(me, (me as u32 + 1) * 10);
    block::sync();
    let total = s.scan(me);
    block::sync();
    s.put(me + 1, total);
    block::sync();
    out[t] = total as u64 * 1000 + cells.get(me) as u64;
}
