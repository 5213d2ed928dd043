// adaptors over an iterator that goes on after None: what each asks of it, what it gives, its size_hint at every step
// threads: 4
// expect: 13846122914066684025 6546166714101211589 4581991352823076379 13496574441922277992
use core::cell::Cell;
use rustg_std::prelude::*;

#[derive(Clone)]
struct Holes<'a> {
    asked: &'a Cell<u64>,
    i: u64,
    j: u64,
}
impl<'a> Iterator for Holes<'a> {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.asked.set(self.asked.get().wrapping_mul(3) + 1);
        self.i += 1;
        if self.i % 4 == 3 { None } else { Some(self.i) }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.i * 7 % 5) as usize;
        (
            n,
            if self.i % 3 == 0 {
                None
            } else {
                Some(n + self.j as usize)
            },
        )
    }
}
impl<'a> DoubleEndedIterator for Holes<'a> {
    fn next_back(&mut self) -> Option<u64> {
        self.asked.set(self.asked.get().wrapping_mul(3) + 2);
        self.j += 1;
        if self.j % 3 == 2 {
            None
        } else {
            Some(100 + self.j)
        }
    }
}
struct Drive {
    h: u64,
    random: u64,
}
impl Drive {
    fn put(&mut self, v: u64) {
        self.h = (self.h ^ v).wrapping_mul(1099511628211).rotate_left(13);
    }
    fn item(&mut self, x: Option<u64>) {
        self.put(x.map_or(7777, |x| x.wrapping_add(1)));
    }
    fn hint(&mut self, (low, high): (usize, Option<usize>)) {
        self.put(low as u64);
        self.put(high.map_or(8888, |x| x as u64));
    }
    fn choose(&mut self, n: u64) -> u64 {
        self.random = self
            .random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.random >> 33) % n
    }
    fn forward<I: Iterator<Item = u64>>(&mut self, mut it: I) {
        for _ in 0..16 {
            self.hint(it.size_hint());
            let x = match self.choose(4) {
                0 => it.nth(1),
                1 => it.nth(2),
                _ => it.next(),
            };
            self.item(x);
        }
        self.item(it.next());
    }
    fn both<I: DoubleEndedIterator<Item = u64> + Clone>(&mut self, it: I) {
        self.forward(it.clone());
        let mut it = it;
        for _ in 0..16 {
            self.hint(it.size_hint());
            let x = match self.choose(5) {
                0 => it.nth(1),
                1 => it.nth_back(1),
                2 => it.nth_back(0),
                3 => it.next_back(),
                _ => it.next(),
            };
            self.item(x);
        }
        self.item(it.next_back());
    }
}
fn value(i: u64) -> u64 {
    let asked = Cell::new(1);
    let mut d = Drive {
        h: i,
        random: i * 77 + 5,
    };
    let it = || Holes {
        asked: &asked,
        i: i % 3,
        j: i % 2,
    };
    let few = [i, 2, 3];
    for _ in 0..3 {
        d.both(it());
        d.both(it().map(|x| x.wrapping_add(1)));
        d.forward(it().filter(|x| x % 2 == 0));
        d.forward(it().filter_map(|x| if x % 2 == 0 { Some(x * 3) } else { None }));
        d.forward(it().enumerate().map(|(k, x)| k as u64 * 1000 + x));
        d.both(it().rev());
        d.forward(it().zip(it()).map(|(x, y)| x * 100 + y));
        d.forward(it().zip(0..5).map(|(x, y)| x * 100 + y));
        d.both(it().chain(it()));
        d.both(it().chain(few));
        d.both(few.into_iter().chain(it()));
        d.both(it().chain(few).chain(it()));
        d.forward(it().step_by(1));
        d.forward(it().step_by(2));
        d.forward(it().skip(1).step_by(3));
        d.forward(it().take(5));
        d.forward(it().skip(2));
        d.forward(it().skip(1).skip(1));
        d.forward(it().take_while(|x| x % 5 != 0));
        d.forward(it().skip_while(|x| *x < 2));
        d.forward(it().map_while(|x| if x % 5 != 0 { Some(x * 2) } else { None }));
        d.forward(it().scan(1, |s, x| {
            *s += x;
            if *s % 5 == 0 { None } else { Some(*s) }
        }));
        d.both(it().inspect(|x| asked.set(asked.get() ^ *x)));
        d.both(it().fuse());
        d.forward(it().peekable());
        d.forward(it().flat_map(|x| [x, x + 1]));
        d.forward(it().flat_map(|x| 0..x));
        d.forward(it().flat_map(|x| Holes {
            asked: &asked,
            i: x,
            j: 0,
        }));
        d.forward(it().map(|x| [x, 7]).flatten());
        d.forward(it().map(|x| Some(x)).flatten());
        d.forward(
            it().map(|x| Holes {
                asked: &asked,
                i: x,
                j: 1,
            })
            .flatten(),
        );
        d.forward((i..4).cycle());
        d.forward(few.into_iter().cycle());
        d.forward(it().chain(1..).skip(3).step_by(2));
        d.forward((1..).step_by(1));
        d.forward((1..).step_by(3));
        d.forward((1..).skip(3));
        d.forward((1..).chain(it()));
        d.forward((0..=u64::MAX).skip(2));
        d.both(0..=u64::MAX);
        d.both((0..=u64::MAX).chain(3..9));
        d.both((u64::MAX - 2..=u64::MAX).chain(3..=4));
        d.forward((0..=u64::MAX).filter(|x| x % 2 == 1));
        d.forward((u64::MAX - 20..u64::MAX).map(|x| x / 2).step_by(3));
        d.both((0..9u64).filter(|x| *x != 3).chain((0..4).map(|x| x * 2)));
        d.forward(core::iter::once(3).chain(it()).chain(core::iter::empty()));
        d.forward(core::iter::repeat_n(4, 5).chain(it()));
        d.forward(core::iter::from_fn(|| it().next()).chain(it()).take(6));
        d.forward(
            core::iter::successors(Some(1), |x| if *x < 9 { Some(x * 2) } else { None })
                .chain(it()),
        );
        {
            let mut p = it().peekable();
            d.item(p.peek().copied());
            d.hint(p.size_hint());
            d.item(p.next_if(|x| *x == 1));
            d.item(p.next_back());
            d.item(p.peek().copied());
            d.item(p.next_if_eq(&2));
            d.forward(p);
        }
        d.put(asked.get());
    }
    d.h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
