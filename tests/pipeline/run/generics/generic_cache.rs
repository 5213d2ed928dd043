// a cache generic over its function, cells, replaced and taken values
// threads: 4
// expect: 40059171877 20059170928 20062865030 40067483617
use rustg_std::prelude::*;

use core::cell::Cell;
use core::mem;
#[derive(Debug, Clone, Copy, PartialEq)]
enum Slot<K, V> {
    Empty,
    Used { key: K, value: V, age: u32 },
}
struct Cache<K, V, F, const N: usize> {
    slots: [Slot<K, V>; N],
    clock: Cell<u32>,
    make: F,
    misses: u32,
}
impl<K: PartialEq + Copy, V: Copy, F: FnMut(K) -> V, const N: usize> Cache<K, V, F, N> {
    fn new(make: F) -> Self {
        Self { slots: [const { Slot::Empty }; N], clock: Cell::new(0), make, misses: 0 }
    }
    fn tick(&self) -> u32 {
        self.clock.set(self.clock.get() + 1);
        self.clock.get()
    }
    fn get(&mut self, key: K) -> V {
        let now = self.tick();
        for s in &mut self.slots {
            match s {
                Slot::Used { key: k, value, age } if *k == key => {
                    *age = now;
                    return *value;
                }
                _ => {}
            }
        }
        self.misses += 1;
        let value = (self.make)(key);
        let victim = self.slots.iter().enumerate().min_by_key(|(_, s)| match s {
            Slot::Empty => 0,
            Slot::Used { age, .. } => *age,
        });
        if let Some((at, _)) = victim {
            let _old = mem::replace(&mut self.slots[at], Slot::Used { key, value, age: now });
        }
        value
    }
}
enum Cur<'a> {
    Mut(&'a mut u64),
    Ref(&'a u64),
    Own(u64),
}
impl Cur<'_> {
    fn bump(self) -> u64 {
        match self {
            Cur::Mut(x) => {
                *x += 1;
                *x
            }
            Cur::Ref(&x) | Cur::Own(x) => x * 2,
        }
    }
}
fn take_while_some<T>(xs: &mut [Option<T>], mut f: impl FnMut(T)) {
    for x in xs.iter_mut().map(|x| x.take()) {
        let Some(x) = x else { break };
        f(x);
    }
}
fn value(i: u64) -> u64 {
    let mut calls = 0;
    let mut c = Cache::<_, _, _, 2>::new(|k: u64| {
        calls += 1;
        k * k + calls
    });
    let seq = [1, i, 1, 2, 1, i];
    let got = seq.iter().fold(0, |h, &k| h * 31 + c.get(k));
    let misses = c.misses;
    let mut x = 5;
    let y = 7;
    let cur = Cur::Mut(&mut x).bump() + Cur::Ref(&y).bump() + Cur::Own(i).bump();
    let mut opts = [Some(1), Some(i), None, Some(4)];
    let mut sum = 0;
    take_while_some(&mut opts, |v| sum += v);
    let left = opts.iter().flatten().sum::<u64>();
    let mut r = [0u64; 3];
    {
        let w = &mut r;
        w[1] = i;
        w.reverse();
    }
    let s = r.iter().sum::<u64>();
    let (mut a, mut b) = ([1, 2], [3, i]);
    mem::swap(&mut a[1], &mut b[0]);
    let t = mem::take(&mut a);
    got + misses as u64 * 10_000_000_000 + cur * 3 + sum * 7 + left * 11 + s + t[1] * 13 + a[1] + b[0] + x
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
