// Casts to the objects of supertraits, at several levels, with generic arguments and associated types; to objects with
// fewer auto traits; casts of raw pointers to objects
// threads: 4
// expect: 472639773 577149609 681659445 786169281
use rustg_std::prelude::*;

trait Base {
    fn base(&self) -> u64;
}
trait Left: Base {
    fn left(&self) -> u64 {
        self.base() + 1
    }
}
trait Right<T>: Base {
    type Out;
    fn right(&self, x: T) -> Self::Out;
}
trait Bottom: Left + Right<u8, Out = u64> + Right<u16, Out = u32> {
    fn bottom(&mut self) -> u64;
}
struct A(u64);
struct B {
    x: u32,
    y: [u64; 3],
}
impl Base for A {
    fn base(&self) -> u64 {
        self.0
    }
}
impl Left for A {}
impl Right<u8> for A {
    type Out = u64;
    fn right(&self, x: u8) -> u64 {
        self.0 + x as u64
    }
}
impl Right<u16> for A {
    type Out = u32;
    fn right(&self, x: u16) -> u32 {
        self.0 as u32 * x as u32
    }
}
impl Bottom for A {
    fn bottom(&mut self) -> u64 {
        self.0 += 5;
        self.0
    }
}
impl Base for B {
    fn base(&self) -> u64 {
        self.y[0] + self.x as u64
    }
}
impl Left for B {
    fn left(&self) -> u64 {
        self.y[1]
    }
}
impl<T: Into<u64> + Copy> Right<T> for B where T: Narrow {
    type Out = T::To;
    fn right(&self, x: T) -> T::To {
        x.narrow(self.y[2])
    }
}
impl Bottom for B {
    fn bottom(&mut self) -> u64 {
        self.y[0] += 2;
        self.y[0] * 3
    }
}
trait Narrow {
    type To;
    fn narrow(self, by: u64) -> Self::To;
}
impl Narrow for u8 {
    type To = u64;
    fn narrow(self, by: u64) -> u64 {
        self as u64 * 7 + by
    }
}
impl Narrow for u16 {
    type To = u32;
    fn narrow(self, by: u64) -> u32 {
        self as u32 + by as u32
    }
}

fn base_of(x: &dyn Base) -> u64 {
    x.base()
}
fn up(x: &dyn Bottom) -> u64 {
    let left: &dyn Left = x;
    let right: &dyn Right<u8, Out = u64> = x;
    let wide: &dyn Right<u16, Out = u32> = x;
    left.left() + 100 * right.right(3) + wide.right(9) as u64 + base_of(left) + base_of(right) + base_of(x)
}
fn up_mut(x: &mut dyn Bottom) -> u64 {
    let first = x.bottom();
    let base: &mut dyn Base = x;
    first + base.base()
}
fn quiet(x: &(dyn Base + Send + Sync)) -> u64 {
    let some: &(dyn Base + Send) = x;
    base_of(some) + base_of(x)
}

fn value(i: u64) -> u64 {
    let mut a = A(i + 1);
    let mut b = B { x: i as u32, y: [4, i * 2, 9] };
    let mut sum = up(&a) * 31 + up(&b);
    sum = sum * 31 + up_mut(&mut a) + up_mut(&mut b);
    sum = sum * 31 + quiet(&a) + quiet(&b);
    let raw: *const dyn Bottom = &b;
    let base = raw as *const dyn Base;
    let address = base as *const u8 as usize == &b as *const B as usize;
    let same = raw as *const () == base as *const ();
    sum * 31 + unsafe { (*base).base() } + address as u64 * 2 + same as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = value(i.get() as u64);
    }
}
