// sorting by compile-time networks and generic comparisons
// threads: 4
// expect: 12458972200472 112458972211472 122458972221572 123458973221672
use rustg_std::prelude::*;

use core::cmp::Ordering;
struct Network<const N: usize, const S: usize>([(u8, u8); S]);
const FOUR: Network<4, 5> = Network([(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]);
impl<const N: usize, const S: usize> Network<N, S> {
    fn sort_by<T, F: FnMut(&T, &T) -> Ordering>(&self, xs: &mut [T; N], mut f: F) {
        for &(a, b) in &self.0 {
            let (a, b) = (a as usize, b as usize);
            if f(&xs[a], &xs[b]) == Ordering::Greater {
                xs.swap(a, b);
            }
        }
    }
}
const fn bubble<const N: usize>() -> [(u8, u8); 6] {
    let mut out = [(0, 0); 6];
    let (mut k, mut i) = (0, 0);
    while i < N {
        let mut j = i + 1;
        while j < N {
            out[k] = (i as u8, j as u8);
            k += 1;
            j += 1;
        }
        i += 1;
    }
    out
}
static SLOW: Network<4, 6> = Network(bubble::<4>());
fn insertion<T: PartialOrd>(xs: &mut [T]) {
    for i in 1..xs.len() {
        let mut j = i;
        while j > 0 && xs[j - 1] > xs[j] {
            xs.swap(j - 1, j);
            j -= 1;
        }
    }
}
fn heap<T: Ord>(xs: &mut [T]) {
    fn sift<T: Ord>(xs: &mut [T], mut root: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= xs.len() {
                return;
            }
            if child + 1 < xs.len() && xs[child] < xs[child + 1] {
                child += 1;
            }
            if xs[root] >= xs[child] {
                break;
            }
            xs.swap(root, child);
            root = child;
        }
    }
    for root in (0..xs.len() / 2).rev() {
        sift(xs, root);
    }
    for end in (1..xs.len()).rev() {
        xs.swap(0, end);
        sift(&mut xs[..end], 0);
    }
}
fn lower_bound<T, K: Ord>(xs: &[T], key: K, f: impl Fn(&T) -> K) -> usize {
    let (mut lo, mut hi) = (0, xs.len());
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        match f(&xs[mid]).cmp(&key) {
            Ordering::Less => lo = mid + 1,
            Ordering::Equal | Ordering::Greater => hi = mid,
        }
    }
    lo
}
fn digits<const N: usize>(xs: &[u64; N]) -> u64 {
    xs.iter().fold(0, |a, x| a * 10 + x)
}
fn value(i: u64) -> u64 {
    let mut a = [3, i, 9, 1];
    FOUR.sort_by(&mut a, |x, y| x.cmp(y));
    let mut b = [(2u64, 'b'), (i, 'a'), (7, 'c'), (2, 'a')];
    SLOW.sort_by(&mut b, |x, y| y.partial_cmp(x).unwrap());
    let mut c = [0.5f32, -1.0, i as f32, 8.0, 2.5];
    insertion(&mut c[1..]);
    let mut d = [5, 2, 8, i, 1, 9, 4];
    heap(&mut d);
    let at = lower_bound(&d, 5, |x| *x);
    digits(&a) + digits(&b.map(|p| p.0)) * 10_000 + digits(&d) * 100_000_000 + at as u64 * 7 + c[4] as u64 + (b[0].1 as u64) * 3
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
