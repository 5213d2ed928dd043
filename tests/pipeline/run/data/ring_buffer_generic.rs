// a ring buffer in an array, with iterator and Drop-free options
// threads: 4
// expect: 486324 636325 648326 648327
use rustg_std::prelude::*;

struct Ring<T, const N: usize> {
    slots: [Option<T>; N],
    head: usize,
    len: usize,
}
impl<T: Copy, const N: usize> Ring<T, N> {
    const fn new() -> Self {
        Ring { slots: [None; N], head: 0, len: 0 }
    }
    fn push(&mut self, x: T) -> Result<(), T> {
        if self.len == N {
            return Err(x);
        }
        self.slots[(self.head + self.len) % N] = Some(x);
        self.len += 1;
        Ok(())
    }
    fn pop(&mut self) -> Option<T> {
        let x = self.slots[self.head].take()?;
        self.head = (self.head + 1) % N;
        self.len -= 1;
        Some(x)
    }
    fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        (0..self.len).filter_map(move |k| self.slots[(self.head + k) % N].as_ref())
    }
    fn last_mut(&mut self) -> Option<&mut T> {
        let at = (self.head + self.len.checked_sub(1)?) % N;
        self.slots[at].as_mut()
    }
}
impl<T: Copy, const N: usize> Extend1<T> for Ring<T, N> {
    fn extend1<I: IntoIterator<Item = T>>(&mut self, it: I) -> usize {
        let mut dropped = 0;
        for x in it {
            if let Err(_) = self.push(x) {
                dropped += 1;
            }
        }
        dropped
    }
}
trait Extend1<T> {
    fn extend1<I: IntoIterator<Item = T>>(&mut self, it: I) -> usize;
}
fn value(i: u64) -> u64 {
    let mut r = Ring::<u64, 5>::new();
    let lost = r.extend1(10..13 + i);
    let a = r.pop().unwrap_or(0) + r.pop().map_or(1, |x| x * 2);
    let lost2 = r.extend1([7, 8, 9]);
    if let Some(x) = r.last_mut() {
        *x += 100;
    }
    let s = r.iter().enumerate().map(|(k, x)| (k as u64 + 1) * x).sum::<u64>();
    s * 1000 + a * 10 + (lost + lost2) as u64 + r.len as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
