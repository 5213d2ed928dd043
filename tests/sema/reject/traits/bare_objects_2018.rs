// edition 2018
// Before edition 2021 a trait's name is the type of its objects, with the lifetime that `dyn` has there.
use rustg_std::prelude::*;
use std::fmt::Debug;

trait Shape {
    fn area(&self) -> u32;
}
trait Named {
    fn name(&self) -> u32;
}
struct Square(u32);
impl Shape for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }
}
impl<'a> Shape + 'a {
    fn twice(&self) -> u32 {
        self.area() * 2
    }
}
impl<'a> Shape + Send + 'a {
    fn thrice(&self) -> u32 {
        self.area() * 3
    }
}
impl<'a> Named for Shape + 'a {
    fn name(&self) -> u32 {
        self.twice()
    }
}
impl Shape {
    fn of_static(&self) -> u32 {
        self.area()
    }
}
struct Holder<'a> {
    shape: &'a Shape,
    call: &'a (Fn(u32) -> u32 + 'a),
}
type Alias = Shape;

fn take(x: &Shape, f: &mut FnMut(u32)) -> u32 {
    f(x.area());
    <Shape>::area(x)
}
fn from_alias<'a>(x: &'a Alias) -> &'a Shape {
    x
}
fn shown(_: &Debug) -> u32 {
    7
}
fn any(f: &for<'a> Fn(&'a u32) -> &'a u32) -> u32 {
    *f(&3)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let square = Square(t.get() as u32);
    let holder = Holder { shape: &square, call: &|v| v + 1 };
    let mut sum = 0;
    let shape: &Shape = &square;
    let send: &(Shape + Send) = &square;
    let taken = take(shape, &mut |v| sum += v);
    let pointer = &square as &Shape as *const Shape;
    let behind = unsafe { (*pointer).area() };
    let more = shown(&1u8) + any(&|x| x) + behind + (holder.call)(1) + holder.shape.area();
    out[t] = (taken + sum + more + shape.twice() + send.thrice() + shape.name()) as u64;
}

static STATIC: Square = Square(2);

#[kernel]
pub fn of_alias(mut out: GridMut<u64>) {
    let t = thread::index();
    let square = Square(2);
    out[t] = from_alias(&STATIC).area() as u64;
    out[t] = from_alias(&square).of_static() as u64; //~ E0597 `square` does not live long enough
}

impl Named for dyn Shape { //~ E0119 conflicting implementations of trait `Named` for type
    fn name(&self) -> u32 {
        1
    }
}

fn lacks_send(x: &Shape) -> &(Shape + Send) {
    x //~ E0308 mismatched types
}

trait Sized1: Sized {}
fn no_vtable(_: &Sized1) {} //~ E0038 the trait `Sized1` is not dyn compatible
