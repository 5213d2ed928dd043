// `!` is a type where a fn, a closure or a fn pointer gives it, nowhere else.
use rustg_std::prelude::*;

fn ends() -> ! {
    loop {}
}
fn bounds(_f: fn() -> !, _g: impl Fn(u8) -> !, _h: &dyn Fn() -> !) {} //~ E0658 the `!` type is experimental //~ E0658 the `!` type is experimental
fn values(_x: !) -> Option<!> { //~ E0658 the `!` type is experimental //~ E0658 the `!` type is experimental
    let _c = || -> ! { loop {} };
    None
}
trait Named {
    type Type;
    fn never() -> !;
}
impl Named for u8 {
    type Type = !; //~ E0658 the `!` type is experimental
    fn never() -> ! {
        loop {}
    }
}
fn paren() -> (!) { //~ E0658 the `!` type is experimental
    loop {}
}
fn opaque() -> impl Fn() -> ! { //~ E0658 the `!` type is experimental
    || loop {}
}
fn input(_f: fn(!)) {} //~ E0658 the `!` type is experimental

#[kernel]
pub fn test(mut y: GridMut<u64>) {
    let t = thread::index();
    y[t] = 1;
}
