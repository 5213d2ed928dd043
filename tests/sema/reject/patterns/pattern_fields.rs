// Fields of patterns.
mod inner {
    pub struct Half {
        pub shown: u32,
        hidden: u32,
    }
    pub struct Whole(pub u32, u32);
    impl Half {
        pub fn new() -> Half {
            Half { shown: 1, hidden: 2 }
        }
    }
}
use inner::Half;

struct Pair(u32, u32);

struct Point {
    x: u32,
    y: u32,
}

pub fn f(h: Half, p: Pair, q: Point) -> u32 {
    let Half { shown } = h; //~ - pattern requires `..` due to inaccessible fields
    let Pair { a, b } = p; //~ E0769 tuple variant `Pair` written as struct variant
    let Point { x, x, y } = q; //~ E0025 field `x` bound multiple times in the pattern //~ E0416 identifier `x` is bound more than once in the same pattern
    x + y + a + b + shown
}

pub fn g(q: Point, h: Half) -> u32 {
    let Point { x, z, .. } = q; //~ E0026 struct `Point` does not have a field named `z`
    let Point { x } = q; //~ E0027 pattern does not mention field `y`
    let Point(x, y) = q; //~ E0532 expected tuple struct or tuple variant, found struct `Point`
    x
}
