// functions that return iterators; iterators over structs' fields
// threads: 4
// expect: 320262 80518 328308 83162
use rustg_std::prelude::*;

struct Grid {
    w: usize,
    cells: [u8; 12],
}
impl Grid {
    fn rows(&self) -> impl Iterator<Item = &[u8]> + '_ {
        self.cells.chunks(self.w)
    }
    fn column(&self, x: usize) -> impl DoubleEndedIterator<Item = u8> + '_ {
        (0..self.cells.len() / self.w).map(move |y| self.cells[y * self.w + x])
    }
    fn neighbours(&self, x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
        let (w, h) = (self.w as isize, (self.cells.len() / self.w) as isize);
        (-1..=1isize)
            .flat_map(move |dy| (-1..=1isize).map(move |dx| (dx, dy)))
            .filter(|&(dx, dy)| (dx, dy) != (0, 0))
            .map(move |(dx, dy)| (x as isize + dx, y as isize + dy))
            .filter(move |&(a, b)| a >= 0 && b >= 0 && a < w && b < h)
            .map(|(a, b)| (a as usize, b as usize))
    }
    fn cells_mut(&mut self) -> impl Iterator<Item = &mut u8> {
        self.cells.iter_mut().filter(|c| **c % 2 == 1)
    }
}
fn evens(n: u32) -> impl Iterator<Item = u32> + Clone {
    (0..n).filter(|x| x % 2 == 0)
}
fn value(i: u64) -> u64 {
    let mut g = Grid { w: 3 + (i as usize % 2), cells: std::array::from_fn(|k| (k * k) as u8 ^ i as u8) };
    let a = g.rows().map(|r| r.iter().map(|x| *x as u64).max().unwrap()).sum::<u64>();
    let b = g.column(1).rev().fold(0u64, |n, x| n * 3 + x as u64);
    let c = g.neighbours(1, 0).map(|(x, y)| g.cells[y * g.w + x] as u64 * (x + 1) as u64).sum::<u64>();
    for x in g.cells_mut() {
        *x /= 2;
    }
    let e = evens(9);
    let d = e.clone().zip(e.skip(1)).map(|(x, y)| x * y).sum::<u32>() as u64;
    a + b * 100 + c + d * 7 + g.cells.iter().map(|x| *x as u64).sum::<u64>()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
