// a bit set with const words, operators and iteration
// threads: 4
// expect: 2277421 2363401 2369462 2319361
use rustg_std::prelude::*;

use core::ops::{BitAnd, BitOr, BitXorAssign, Not, Sub};
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bits<const W: usize>([u32; W]);
impl<const W: usize> Bits<W> {
    const BITS: usize = W * u32::BITS as usize;
    const EMPTY: Self = Bits([0; W]);
    fn set(&mut self, at: usize) -> bool {
        let (w, m) = (at / 32, 1u32 << (at % 32));
        let old = self.0[w] & m != 0;
        self.0[w] |= m;
        !old
    }
    fn has(self, at: usize) -> bool {
        self.0.get(at >> 5).is_some_and(|w| w >> (at & 31) & 1 == 1)
    }
    fn iter(self) -> Iter<W> {
        Iter { bits: self, word: 0 }
    }
    fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
}
struct Iter<const W: usize> {
    bits: Bits<W>,
    word: usize,
}
impl<const W: usize> Iterator for Iter<W> {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let w = &mut self.bits.0[self.word];
            if *w != 0 {
                let b = w.trailing_zeros();
                *w &= *w - 1;
                return Some(self.word * 32 + b as usize);
            }
            self.word += 1;
        }
        None
    }
}
impl<const W: usize> FromIterator1<usize> for Bits<W> {
    fn from_iter1(it: impl Iterator<Item = usize>) -> Self {
        let mut b = Self::EMPTY;
        it.for_each(|x| {
            b.set(x % Self::BITS);
        });
        b
    }
}
trait FromIterator1<T> {
    fn from_iter1(it: impl Iterator<Item = T>) -> Self;
}
impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    fn bitand(self, o: Self) -> Self {
        Bits(core::array::from_fn(|k| self.0[k] & o.0[k]))
    }
}
impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    fn bitor(mut self, o: Self) -> Self {
        self.0.iter_mut().zip(o.0).for_each(|(a, b)| *a |= b);
        self
    }
}
impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    fn not(self) -> Self {
        Bits(self.0.map(|w| !w))
    }
}
impl<const W: usize> Sub for Bits<W> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self & !o
    }
}
impl<const W: usize> BitXorAssign for Bits<W> {
    fn bitxor_assign(&mut self, Bits(o): Self) {
        for k in 0..W {
            self.0[k] ^= o[k];
        }
    }
}
fn value(i: u64) -> u64 {
    let i = i as usize;
    let a = Bits::<3>::from_iter1((0..40).map(|k| k * (i + 3)));
    let b: Bits<3> = FromIterator1::from_iter1([1, 5, 64, 95, 12].into_iter());
    let mut c = (a | b) - (a & b);
    c ^= Bits([1, 0, !0]);
    let sum: usize = c.iter().sum();
    (sum * 1000 + c.len() as usize * 10 + c.has(95) as usize + c.has(1000) as usize) as u64 + (c == !!c) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
