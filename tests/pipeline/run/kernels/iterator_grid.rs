// iterators that borrow from a grid, as structs and as impl Trait
// threads: 4
// expect: 543202036067 544203036092 545204036109 546205036134
use rustg_std::prelude::*;

#[derive(Clone)]
struct Grid<T, const W: usize, const H: usize>([[T; W]; H]);
struct Rows<'g, T, const W: usize>(core::slice::Iter<'g, [T; W]>);
struct Cells<'g, T, const W: usize, const H: usize> {
    g: &'g Grid<T, W, H>,
    at: usize,
}
impl<'g, T, const W: usize> Iterator for Rows<'g, T, W> {
    type Item = &'g [T; W];
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}
impl<'g, T, const W: usize, const H: usize> Iterator for Cells<'g, T, W, H> {
    type Item = ((usize, usize), &'g T);
    fn next(&mut self) -> Option<Self::Item> {
        let k = self.at;
        (k < W * H).then(|| {
            self.at += 1;
            ((k % W, k / W), &self.g.0[k / W][k % W])
        })
    }
}
impl<T, const W: usize, const H: usize> Grid<T, W, H> {
    fn rows(&self) -> Rows<'_, T, W> {
        Rows(self.0.iter())
    }
    fn cells(&self) -> Cells<'_, T, W, H> {
        Cells { g: self, at: 0 }
    }
    fn col(&self, x: usize) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.0.iter().map(move |r| &r[x])
    }
    fn neighbours(&self, x: usize, y: usize) -> impl Iterator<Item = &T> {
        const D: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        D.into_iter().filter_map(move |(dx, dy)| {
            let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
            self.0.get(y)?.get(x)
        })
    }
    fn for_each_mut(&mut self, mut f: impl FnMut(usize, usize, &mut T)) {
        for (y, row) in self.0.iter_mut().enumerate() {
            for (x, c) in row.iter_mut().enumerate() {
                f(x, y, c);
            }
        }
    }
}
impl<'g, T, const W: usize, const H: usize> IntoIterator for &'g Grid<T, W, H> {
    type Item = <Self::IntoIter as Iterator>::Item;
    type IntoIter = core::iter::Flatten<core::slice::Iter<'g, [T; W]>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().flatten()
    }
}
impl<T, const W: usize, const H: usize> IntoIterator for Grid<T, W, H> {
    type Item = [T; W];
    type IntoIter = core::array::IntoIter<[T; W], H>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
fn value(i: u64) -> u64 {
    let mut g = Grid([[1u64, 2, 3], [4, 5, i]]);
    g.for_each_mut(|x, y, c| *c += (x * y) as u64);
    let a: u64 = g.rows().map(|r| r.iter().product::<u64>()).sum();
    let b = g.cells().filter(|((x, y), _)| (x + y) % 2 == 0).map(|(_, &v)| v).max().unwrap_or(0);
    let c = g.col(2).rev().fold(0, |h, v| h * 100 + v);
    let d = g.neighbours(1, 0).copied().sum::<u64>() + g.col(0).clone().count() as u64;
    let mut e = 0;
    for v in &g {
        e = e * 3 + v;
    }
    let f = g.clone().into_iter().map(|[x, _, z]| x ^ z).last().unwrap();
    let (mn, mx) = g.into_iter().flatten().fold((u64::MAX, 0), |(a, b), v| (a.min(v), b.max(v)));
    a + b * 1000 + c * 10_000 + d * 100_000_000 + e * 1_000_000_000 + f + mn + mx
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
