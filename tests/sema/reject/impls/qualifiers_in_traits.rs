// What items of traits and of their impls may not say.
trait Shape {
    pub fn area(&self) -> u32; //~ E0449 visibility qualifiers are not permitted here
    pub const SIDES: u32; //~ E0449 visibility qualifiers are not permitted here
    const fn make() -> u32; //~ E0379 functions in traits cannot be declared const
}

struct Square(u32);

impl Shape for Square {
    pub fn area(&self) -> u32 { //~ E0449 visibility qualifiers are not permitted here
        self.0 * self.0
    }
    const SIDES: u32 = 4;
    const fn make() -> u32 { //~ E0379 functions in trait impls cannot be declared const
        1
    }
}

enum Side {
    pub Left, //~ E0449 visibility qualifiers are not permitted here
    Right(pub u32), //~ E0449 visibility qualifiers are not permitted here
}
