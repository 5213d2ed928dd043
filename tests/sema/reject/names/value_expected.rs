// Types, modules, traits and macros are no values.
struct Point {
    x: u32,
}

mod inner {}

trait Area {}

enum Side {
    Left { a: u32 },
}

pub fn f() -> u32 {
    let a = Point; //~ E0423 expected value, found struct `Point`
    let b = u32; //~ E0423 expected value, found builtin type `u32`
    let c = inner; //~ E0423 expected value, found module `inner`
    let d = Area; //~ E0423 expected value, found trait `Area`
    let e = Point(1); //~ E0423 expected function, tuple struct or tuple variant, found struct `Point`
    let g = Option; //~ E0423 expected value, found enum `Option`
    1
}
