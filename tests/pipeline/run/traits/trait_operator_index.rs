// Index and IndexMut
// threads: 4
// expect: 70 71 72 73
use rustg_std::prelude::*;

use core::ops::{Index, IndexMut};
struct Grid {
    w: usize,
    at: [u64; 6],
}
impl Index<(usize, usize)> for Grid {
    type Output = u64;
    fn index(&self, (r, c): (usize, usize)) -> &u64 {
        &self.at[r * self.w + c]
    }
}
impl IndexMut<(usize, usize)> for Grid {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut u64 {
        &mut self.at[r * self.w + c]
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut g = Grid { w: 3, at: [0; 6] };
        g[(1, 2)] = 7;
        g[(0, 1)] += i;
        g.at[5] * 10 + g[(0, 1)]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
