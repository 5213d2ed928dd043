// A trait is no type, and `impl Trait` is none for fields.
trait Area {
    fn area(&self) -> u32;
}

struct Holder {
    shape: impl Area, //~ E0562 `impl Trait` is not allowed in field types
}

fn f(x: Area) {} //~ E0782 expected a type, found a trait

fn g(x: &Area) {} //~ E0782 expected a type, found a trait

fn h() {
    let x: impl Area = 3; //~ E0562 `impl Trait` is not allowed in the type of variable bindings
}
