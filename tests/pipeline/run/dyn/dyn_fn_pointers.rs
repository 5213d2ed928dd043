// pointers to a trait's methods: of objects, which ask their tables, and by casts that tell the type
// threads: 3
// expect: 12714970800650 48816971808651 108919172816652
use rustg_std::prelude::*;
trait Shape {
    fn area(&self) -> u64;
    fn grow(&mut self, by: u64, _nothing: (), twice: bool) -> [u64; 2];
    fn doubled(&self) -> u64 {
        self.area() * 2
    }
}
struct Square(u64);
struct Strip(u64, u64);
impl Shape for Square {
    fn area(&self) -> u64 {
        self.0 * self.0
    }
    fn grow(&mut self, by: u64, _nothing: (), twice: bool) -> [u64; 2] {
        self.0 += by << twice as u32;
        [self.0, 1]
    }
}
impl Shape for Strip {
    fn area(&self) -> u64 {
        self.0 * self.1
    }
    fn grow(&mut self, by: u64, _nothing: (), _twice: bool) -> [u64; 2] {
        self.1 += by;
        [self.0, self.1]
    }
    fn doubled(&self) -> u64 {
        7
    }
}
trait Sized2 {
    fn bytes(&self) -> u64;
}
impl<T: ?Sized> Sized2 for T {
    fn bytes(&self) -> u64 {
        size_of_val(self) as u64
    }
}
fn asked<T: ?Sized>() -> fn(&T) -> u64 {
    Sized2::bytes as fn(&T) -> u64
}
fn held<T: ?Sized>() -> fn(&T) -> u64 {
    const { Sized2::bytes as fn(&T) -> u64 }
}
const AREA: fn(&(dyn Shape + 'static)) -> u64 = <dyn Shape>::area;
fn each(shape: &mut dyn Shape) -> u64 {
    let doubled: fn(&(dyn Shape + 'static)) -> u64 = Shape::doubled;
    let grow: fn(&mut (dyn Shape + 'static), u64, (), bool) -> [u64; 2] = <dyn Shape as Shape>::grow;
    let shape: &mut (dyn Shape + 'static) = unsafe { core::mem::transmute(shape) };
    let mut v = AREA(shape) * 10 + doubled(shape);
    for n in grow(shape, 3, (), true) {
        v = v * 10 + n;
    }
    v * 100 + AREA(shape)
}
fn value(i: u64) -> u64 {
    let mut v = each(&mut Square(i + 1)) * 100000 + each(&mut Strip(i, 5));
    v = v * 10 + asked::<dyn Sized2>()(&1u32) + held::<dyn Sized2>()(&(1u8, 2u8));
    v = v * 10 + asked::<[u16]>()(&[1, 2]) + held::<u8>()(&1);
    v * 10 + (From::from as fn(u32) -> u64)(i as u32)
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
