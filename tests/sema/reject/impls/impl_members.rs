// Members that the trait lacks, and members twice.
trait Shape {
    const SIDES: u32;
    fn area(&self) -> u32;
    fn make() -> u32;
}

struct S;

impl Shape for S {
    type Unit = u32; //~ E0437 type `Unit` is not a member of trait `Shape`
    const SIDES: u64 = 4; //~ E0326 implemented const `SIDES` has an incompatible type for trait
    const CORNERS: u32 = 4; //~ E0438 const `CORNERS` is not a member of trait `Shape`
    fn area() -> u32 { //~ E0186 method `area` has a `&self` declaration in the trait, but not in the impl
        1
    }
    fn make(&self) -> u32 { //~ E0185 method `make` has a `&self` declaration in the impl, but not in the trait
        1
    }
    fn other(&self) {} //~ E0407 method `other` is not a member of trait `Shape`
}

struct T;

impl Shape for T {
    const SIDES: u32 = 1;
    const SIDES: u32 = 2; //~ E0201 duplicate definitions with name `SIDES`:
    fn area(&self) -> u32 {
        1
    }
    fn area(&self) -> u32 { //~ E0201 duplicate definitions with name `area`:
        2
    }
    fn make() -> u32 {
        1
    }
}
