// Associated types need to know of which type or trait.
trait Shape {
    type Unit;
    fn area(&self) -> u32;
}

struct Square;

fn a(x: Shape::Unit) {} //~ E0223 ambiguous associated type

trait Third {
    type Unit;
}

fn b<T: Shape + Third>(x: T::Unit) {} //~ E0221 ambiguous associated type `Unit` in bounds of `T`

fn c<T: Shape>(x: T::Missing) {} //~ E0220 associated type `Missing` not found for `T`

fn d<T>(x: T::Unit) {} //~ E0220 associated type `Unit` not found for `T`

fn e<T: Shape>(x: <T as Shape>::Missing) {} //~ E0576 cannot find associated type `Missing` in trait `Shape`

fn g(x: Square::Unit) {} //~ E0223 ambiguous associated type

fn h() -> u32 {
    let v: Square::Thing = 1; //~ E0223 ambiguous associated type
    1
}
