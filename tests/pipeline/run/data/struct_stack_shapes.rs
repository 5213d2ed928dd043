// a stack of Options that is an iterator; shapes by trait, enum and closure
// threads: 4
// expect: 1115911 3123927 3230952 3239984
use rustg_std::prelude::*;

trait Shape {
    const SIDES: u32;
    fn area(&self) -> f32;
    fn name(&self) -> &'static str {
        "shape"
    }
}
#[derive(Clone, Copy)]
struct Sq(f32);
#[derive(Clone, Copy)]
struct Tri {
    b: f32,
    h: f32,
}
impl Shape for Sq {
    const SIDES: u32 = 4;
    fn area(&self) -> f32 {
        self.0 * self.0
    }
    fn name(&self) -> &'static str {
        "square"
    }
}
impl Shape for Tri {
    const SIDES: u32 = 3;
    fn area(&self) -> f32 {
        0.5 * self.b * self.h
    }
}
fn info<S: Shape + ?Sized>(s: &S) -> u64 {
    s.area() as u64 * 100 + S::SIDES as u64 + s.name().len() as u64 * 10_000
}
enum Any {
    S(Sq),
    T(Tri),
}
impl Any {
    fn visit<R>(&self, f: impl FnOnce(f32, u32) -> R) -> R {
        match self {
            Any::S(s) => f(s.area(), Sq::SIDES),
            Any::T(t) => f(t.area(), <Tri as Shape>::SIDES),
        }
    }
}
struct Stack<T, const N: usize> {
    items: [Option<T>; N],
    len: usize,
}
impl<T: Copy, const N: usize> Stack<T, N> {
    const fn new() -> Self {
        Stack { items: [None; N], len: 0 }
    }
    fn push(&mut self, x: T) -> Result<(), T> {
        if self.len == N {
            return Err(x);
        }
        self.items[self.len] = Some(x);
        self.len += 1;
        Ok(())
    }
    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.items[self.len].take()
    }
}
impl<T: Copy, const N: usize> Iterator for Stack<T, N> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.pop()
    }
}
fn value(i: u64) -> u64 {
    let mut s: Stack<u64, 4> = Stack::new();
    for k in 0..i + 3 {
        if let Err(k) = s.push(k * k) {
            s.pop();
            let _ = s.push(k + 100);
        }
    }
    let a = Any::S(Sq(i as f32 + 1.0)).visit(|a, n| a as u64 * n as u64)
        + Any::T(Tri { b: 3.0, h: i as f32 }).visit(|a, n| (a * n as f32) as u64);
    let t = s.by_ref().take(2).sum::<u64>();
    let u = s.map(|x| x + 1).collect_sum();
    a + t * 1000 + u * 1_000_000 + info(&Sq(2.5)) + info(&Tri { b: 1.5, h: 4.0 })
}
trait CollectSum: Iterator<Item = u64> + Sized {
    fn collect_sum(self) -> u64 {
        self.fold(0, |a, b| a + b)
    }
}
impl<I: Iterator<Item = u64>> CollectSum for I {}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
