// The types of what a fn takes and returns are well-formed where it is called, and a signature implies that.
use std::ops::Deref;

fn flatten<'a, 'b, T>(x: &'a &'b T) -> &'a T {
    x
}
fn through_two(n: u32) -> u32 {
    let mut x = &n;
    let y = &x;
    let z = &y;
    let w = flatten(z);
    x = &3; //~ E0506 cannot assign to `x` because it is borrowed
    **w
}

struct MyPtr<'a>(&'a mut usize);
impl<'a> Deref for MyPtr<'a> {
    type Target = usize;
    fn deref<'b>(&'b self) -> &'b usize {
        self.0
    }
}
trait Poke {
    fn poke(&self, s: &mut usize);
}
impl Poke for usize {
    fn poke(&self, s: &mut usize) {
        *s = 2;
    }
}
fn poked_twice() {
    let s = &mut 1;
    MyPtr(s).poke(s); //~ E0499 cannot borrow `*s` as mutable more than once at a time
}

trait Tr {
    type Ty;
}
impl<T: 'static> Tr for T {
    type Ty = &'static T;
}
fn lengthen<'a>(x: &'a u8, _wf: <&'a u8 as Tr>::Ty) -> &'static u8 {
    x
}
fn lengthened() -> &'static u8 {
    let x: u8 = 3;
    lengthen(&x, &&3) //~ E0597 `x` does not live long enough
}

fn main() {}
