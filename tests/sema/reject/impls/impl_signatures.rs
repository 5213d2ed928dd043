// Signatures that differ from the trait's.
trait Shape {
    const SIDES: u32;
    fn area(&self) -> u32;
    fn make() -> u32;
    fn generic<T>(x: T);
    fn two(&self, a: u32, b: u32);
    fn typed(&self, a: u32) -> u32;
}

struct S;

impl Shape for S {
    const SIDES: u64 = 4; //~ E0326 implemented const `SIDES` has an incompatible type for trait
    fn area() -> u32 { //~ E0186 method `area` has a `&self` declaration in the trait, but not in the impl
        1
    }
    fn make(&self) -> u32 { //~ E0185 method `make` has a `&self` declaration in the impl, but not in the trait
        1
    }
    fn generic(x: u32) {} //~ E0049 associated function `generic` has 0 type parameters but its trait declaration has 1 type parameter
    fn two(&self, a: u32) {} //~ E0050 method `two` has 2 parameters but the declaration in trait `Shape::two` has 3
    fn typed(&self, a: f32) -> u32 { //~ E0053 method `typed` has an incompatible type for trait
        1
    }
}
