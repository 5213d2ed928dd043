// Methods of trait objects: required, provided, of supertraits, of generic traits, with arguments and results of every
// kind, through shared, mutable and raw pointers, of values of many sizes
// threads: 6
// expect: 320937496324612621 351123795779914247 389091392263187907 434839948521782733 488370121310783809 549680792372336827
use rustg_std::prelude::*;

trait Shape {
    fn area(&self) -> u64;
    fn name(&self) -> &'static str {
        "shape"
    }
    fn grow(&mut self, by: u64);
    fn twice(&self) -> u64 {
        2 * self.area()
    }
    fn parts(&self, at: (u32, u32), into: &mut [u64]) -> Option<(u64, u8)>;
    fn sized(&self) -> u64
    where
        Self: Sized,
    {
        1
    }
}
struct Unit;
struct Square(u64);
struct Rect {
    w: u64,
    h: u64,
    tag: u8,
}
impl Shape for Unit {
    fn area(&self) -> u64 {
        1
    }
    fn grow(&mut self, _: u64) {}
    fn parts(&self, at: (u32, u32), into: &mut [u64]) -> Option<(u64, u8)> {
        into[0] += at.0 as u64;
        None
    }
}
impl Shape for Square {
    fn area(&self) -> u64 {
        self.0 * self.0
    }
    fn name(&self) -> &'static str {
        "square"
    }
    fn grow(&mut self, by: u64) {
        self.0 += by;
    }
    fn parts(&self, at: (u32, u32), into: &mut [u64]) -> Option<(u64, u8)> {
        into[1] += at.1 as u64;
        Some((self.0, 7))
    }
}
impl Shape for Rect {
    fn area(&self) -> u64 {
        self.w * self.h
    }
    fn twice(&self) -> u64 {
        self.area() + self.area() + self.tag as u64
    }
    fn grow(&mut self, by: u64) {
        self.w += by;
        self.tag = self.tag.wrapping_add(1);
    }
    fn parts(&self, at: (u32, u32), into: &mut [u64]) -> Option<(u64, u8)> {
        into[2] += (at.0 * at.1) as u64;
        Some((self.h, self.tag))
    }
}
impl Shape for u64 {
    fn area(&self) -> u64 {
        *self
    }
    fn grow(&mut self, by: u64) {
        *self += by
    }
    fn parts(&self, _: (u32, u32), _: &mut [u64]) -> Option<(u64, u8)> {
        Some((1, 1))
    }
}
impl<T: Shape + ?Sized> Shape for &mut T {
    fn area(&self) -> u64 {
        (**self).area() + 1
    }
    fn grow(&mut self, by: u64) {
        (**self).grow(by)
    }
    fn parts(&self, at: (u32, u32), into: &mut [u64]) -> Option<(u64, u8)> {
        (**self).parts(at, into)
    }
}

fn all(shapes: &[&dyn Shape]) -> u64 {
    let mut counts = [0u64; 3];
    let mut sum = 0;
    for (i, shape) in shapes.iter().enumerate() {
        sum = sum * 7 + shape.area() + shape.twice() + shape.name().len() as u64;
        if let Some((a, b)) = shape.parts((i as u32, 3), &mut counts) {
            sum += a * b as u64;
        }
    }
    sum + counts[0] + 10 * counts[1] + 100 * counts[2]
}
fn grow_all(shapes: &mut [&mut dyn Shape], by: u64) -> u64 {
    let mut sum = 0;
    for shape in shapes.iter_mut() {
        shape.grow(by);
        sum += shape.area();
    }
    sum
}
fn by_generic<T: Shape + ?Sized>(shape: &T) -> u64 {
    shape.area() * 3 + shape.twice()
}

// Generic traits and associated types.
trait Convert<T> {
    type Out;
    fn convert(&self, x: T) -> Self::Out;
}
struct Scale(u64);
impl Convert<u64> for Scale {
    type Out = u64;
    fn convert(&self, x: u64) -> u64 {
        self.0 * x
    }
}
impl Convert<u8> for Scale {
    type Out = (u8, u64);
    fn convert(&self, x: u8) -> (u8, u64) {
        (x, self.0)
    }
}
struct Offset(u64, u64);
impl<T: Into<u64>> Convert<T> for Offset {
    type Out = u64;
    fn convert(&self, x: T) -> u64 {
        self.0 + self.1 + x.into()
    }
}
fn converted(with: &dyn Convert<u64, Out = u64>, x: u64) -> u64 {
    with.convert(x)
}

// Supertraits.
trait Named {
    fn id(&self) -> u64;
}
trait Counted: Named {
    const STEP: u64 = 1;
    fn count(&self) -> u64
    where
        Self: Sized,
    {
        Self::STEP
    }
}
trait Animal: Named + Shape {
    fn legs(&self) -> u64;
    fn sum(&self) -> u64 {
        self.id() + self.area() + self.legs()
    }
}
impl Named for Square {
    fn id(&self) -> u64 {
        100
    }
}
impl Named for Rect {
    fn id(&self) -> u64 {
        200
    }
}
impl Animal for Square {
    fn legs(&self) -> u64 {
        4
    }
}
impl Animal for Rect {
    fn legs(&self) -> u64 {
        6
    }
    fn sum(&self) -> u64 {
        self.id()
    }
}
fn animal(a: &dyn Animal) -> u64 {
    a.sum() * 10 + a.id() + Shape::twice(a) + a.legs() + <dyn Animal as Named>::id(a)
}

fn value(i: u64) -> u64 {
    let mut square = Square(i + 2);
    let mut rect = Rect { w: i, h: 3, tag: 255 };
    let mut number = 5u64;
    let unit = Unit;
    let mut sum = all(&[&unit, &square, &rect, &number]);
    sum = sum.wrapping_mul(31).wrapping_add(grow_all(&mut [&mut square, &mut rect, &mut number], i));
    sum = sum.wrapping_mul(31).wrapping_add(by_generic::<dyn Shape>(&rect) + by_generic(&square));
    let shape: &dyn Shape = if i % 2 == 0 { &square } else { &rect };
    sum = sum.wrapping_mul(31).wrapping_add(by_generic(shape) + square.sized());
    let raw: *const dyn Shape = &rect;
    let raw_mut = &mut square as *mut dyn Shape;
    unsafe {
        (*raw_mut).grow(1);
        sum = sum.wrapping_mul(31).wrapping_add((*raw).area() + (*raw_mut).area());
    }
    let mut inner = Square(3);
    let mut outer: &mut dyn Shape = &mut inner;
    let nested: &mut dyn Shape = &mut outer;
    nested.grow(2);
    sum = sum.wrapping_mul(31).wrapping_add(nested.area());
    let converts: [&dyn Convert<u64, Out = u64>; 2] = [&Scale(i + 1), &Offset(i, 2)];
    sum = sum.wrapping_mul(31).wrapping_add(converted(converts[i as usize % 2], 9));
    let small: &dyn Convert<u8, Out = (u8, u64)> = &Scale(4);
    sum = sum.wrapping_mul(31).wrapping_add(small.convert(i as u8).0 as u64 + small.convert(1).1);
    sum = sum.wrapping_mul(31).wrapping_add(animal(&square) ^ animal(&rect));
    let shape: &dyn Shape = if i % 2 == 0 { &square } else { &rect };
    let sizes = size_of_val(shape) as u64 + 100 * core::mem::align_of_val(shape) as u64;
    sum.wrapping_mul(31).wrapping_add(sizes + (size_of::<&dyn Shape>() + size_of::<Option<&dyn Shape>>()) as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = value(i.get() as u64);
    }
}
