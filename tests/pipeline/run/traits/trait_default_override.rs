// defaults that call each other, some replaced
// threads: 4
// expect: 62439024 62439132 62439300 62439528
use rustg_std::prelude::*;

trait Shape {
    const SIDES: u32;
    const NAME: u8 = b'?';
    fn area(&self) -> u64;
    fn scaled(&self, by: u64) -> u64 {
        self.area() * by * by
    }
    fn report(&self) -> u64 {
        self.scaled(2) + Self::SIDES as u64 * 1000 + Self::NAME as u64 * 100_000
    }
    fn twice(&self) -> (u64, u64)
    where
        Self: Sized,
    {
        (self.report(), self.report() * 2)
    }
}
struct Square(u64);
struct Rect {
    w: u64,
    h: u64,
}
impl Shape for Square {
    const SIDES: u32 = 4;
    fn area(&self) -> u64 {
        self.0.pow(2)
    }
}
impl Shape for Rect {
    const SIDES: u32 = Square::SIDES;
    const NAME: u8 = b'R';
    fn area(&self) -> u64 {
        self.w * self.h
    }
    fn scaled(&self, by: u64) -> u64 {
        <Self as Shape>::area(self) * by
    }
}
impl<S: Shape> Shape for &S {
    const SIDES: u32 = S::SIDES + 1;
    fn area(&self) -> u64 {
        (**self).area() + 1
    }
}
fn all<S: Shape>(s: &S) -> u64 {
    s.report() + s.twice().1
}
fn value(i: u64) -> u64 {
    let r = Rect { w: i, h: i + 3 };
    all(&Square(i + 1)) + all(&r) + all(&&r)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
