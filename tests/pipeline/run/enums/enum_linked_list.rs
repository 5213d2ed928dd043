// a list of references on the stack, walked recursively and by loop
// threads: 4
// expect: 490331 490331 490331 490331
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
enum List<'a, T> {
    Nil,
    Cons(T, &'a List<'a, T>),
}
use List::{Cons, Nil};
impl<T> List<'static, T> {
    const EMPTY: Self = Nil;
}
impl<'a, T: Copy + PartialOrd> List<'a, T> {
    fn push<'b>(&'b self, x: T) -> List<'b, T>
    where
        'a: 'b,
    {
        Cons(x, self)
    }
    fn len(&self) -> usize {
        match self {
            Nil => 0,
            Cons(_, rest) => 1 + rest.len(),
        }
    }
    fn max(&self) -> Option<T> {
        let Cons(first, mut at) = *self else {
            return None;
        };
        let mut best = first;
        while let &Cons(x, next) = at {
            if x > best {
                best = x;
            }
            at = next;
        }
        Some(best)
    }
    fn iter(&'a self) -> impl Iterator<Item = T> + 'a {
        let mut at = self;
        core::iter::from_fn(move || match *at {
            Nil => None,
            Cons(x, next) => {
                at = next;
                Some(x)
            }
        })
    }
}
fn build(n: u32, tail: &List<'_, u32>) -> u32 {
    if n == 0 {
        return tail.iter().enumerate().map(|(k, x)| x * (k as u32 + 1)).sum();
    }
    build(n - 1, &tail.push(n * n % 7))
}
fn value(i: u64) -> u64 {
    let a = List::EMPTY.push(3);
    let b = a.push(i);
    let c = b.push(2);
    build(6, &Nil) as u64 * 10_000 + c.len() as u64 * 100 + c.max().map_or(99, |m| m * 10) + List::<u8>::EMPTY.max().is_none() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
