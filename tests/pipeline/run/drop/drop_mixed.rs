// Destructors run in generic code, iterators, matches and loops together.
// threads: 4
// expect: 9995107962852889352 3216924127378596504 13568122242205456604 15373424451874788468
use rustg_std::prelude::*;
use std::cell::Cell;
struct D<'a>(&'a Cell<u64>, u64);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().wrapping_mul(31).wrapping_add(self.1));
    }
}
fn note(log: &Cell<u64>, n: u64) {
    log.set(log.get().wrapping_mul(31).wrapping_add(n));
}
const fn mk() -> Option<D<'static>> {
    None
}
const NONE: Option<D<'static>> = mk();
struct Gen<'a, T: Fn(u64) -> u64>(D<'a>, T);
impl<'a, T: Fn(u64) -> u64> Gen<'a, T> {
    fn into(self) -> D<'a> {
        let Gen(d, f) = self;
        note(d.0, f(d.1));
        d
    }
    fn by_mut(&mut self) -> D<'a> {
        let l = self.0.0;
        std::mem::replace(&mut self.0, D(l, 90))
    }
}
enum List<'a> {
    Nil,
    Cons(D<'a>, &'a List<'a>),
}
fn ret<'a>(log: &'a Cell<u64>, c: bool) -> Result<D<'a>, D<'a>> {
    let a = D(log, 1);
    let b = D(log, 2);
    let r = (if c { Ok(a) } else { Err(b) })?;
    note(log, 40);
    Ok(r)
}
fn iter(log: &Cell<u64>) {
    let it = [D(log, 1), D(log, 2), D(log, 3), D(log, 4)]
        .into_iter()
        .map(|d| D(log, d.1 + 20))
        .filter(|d| d.1 % 2 == 0);
    for d in it {
        note(log, d.1);
        if d.1 == 22 {
            break;
        }
    }
    let s = [D(log, 1), D(log, 2)]
        .into_iter()
        .fold(D(log, 0), |a, d| D(log, a.1 + d.1));
    note(log, s.1);
    let l = [D(log, 5), D(log, 6)].into_iter().last();
    note(log, l.unwrap().1);
    let z: u64 = [D(log, 5), D(log, 6)]
        .into_iter()
        .zip([D(log, 7)])
        .map(|(a, b)| a.1 + b.1)
        .sum();
    note(log, z);
    let m = [D(log, 5), D(log, 8), D(log, 6)].into_iter().max_by_key(|d| d.1);
    note(log, m.unwrap().1);
    let p = [D(log, 5), D(log, 8), D(log, 6)].into_iter().peekable().nth(1);
    note(log, p.unwrap().1);
}
fn nested(log: &Cell<u64>, n: u64) -> u64 {
    let a = D(log, n);
    if n == 0 {
        return a.1;
    }
    nested(log, n - 1) + a.1
}
fn swap(log: &Cell<u64>) {
    let mut a = [D(log, 1), D(log, 2), D(log, 3)];
    a.swap(0, 2);
    a.reverse();
    let [x, ref mut y, _] = a;
    std::mem::swap(y, &mut D(log, 70));
    note(log, x.1);
}
fn value(i: u64) -> u64 {
    let log = &Cell::new(7);
    {
        let n = NONE;
        note(log, n.is_none() as u64);
        let g = Gen(D(log, 3), |x| x * i);
        let mut h = Gen(D(log, 4), |x| x + i);
        drop(h.by_mut());
        let d = g.into();
        note(log, d.1);
        for c in [true, false] {
            match ret(log, c) {
                Ok(d) => note(log, d.1),
                Err(d) => note(log, d.1 + 60),
            }
        }
        let nil = List::Nil;
        let l = List::Cons(D(log, 9), &nil);
        if let List::Cons(ref d, List::Nil) = l {
            note(log, d.1)
        }
        note(log, nested(log, i));
    }
    iter(log);
    swap(log);
    {
        let x = D(log, 1);
        let y = if i > 1 {
            x
        } else {
            let z = D(log, 2);
            drop(x);
            z
        };
        note(log, y.1);
    }
    {
        let mut v = D(log, 1);
        for k in 0..i {
            v = D(log, v.1 + k);
        }
    }
    {
        let a;
        let b = D(log, 5);
        a = (b, i);
        match a {
            (d, 0) => note(log, d.1),
            (_, 1) => note(log, 2),
            (ref d, _) if d.1 == 4 => {}
            (d, n) if n == 2 => note(log, d.1 + n),
            _ => note(log, 3),
        }
    }
    {
        let t = (D(log, 1), D(log, 2));
        let c = move || {
            let q = t.1;
            note(q.0, q.1 + 5);
        };
        if i % 2 == 0 {
            c()
        }
    }
    {
        let o = Some(D(log, 3));
        let r = o.as_ref().map(|d| d.1).unwrap_or(0);
        note(log, r);
        let Some(x) = o else { return 0 };
        note(log, x.1)
    }
    {
        while {
            let d = D(log, 2);
            d.1
        } == 3
        {}
        loop {
            let _a = D(log, 4);
            if D(log, 5).1 == 5 {
                break;
            }
        }
    }
    log.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
