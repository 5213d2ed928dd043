// What is no plain name is a binding, which may not have the name of a constant or a unit.
struct Unit;
const C: u8 = 1;
fn f(x: Option<u8>) -> u8 {
    match x {
        None @ _ => 1, //~ E0530 match bindings cannot shadow unit variants
    }
}
fn g(x: u8) -> u8 {
    match x {
        C @ 2 => 1, //~ E0530 match bindings cannot shadow constants
        _ => 2,
    }
}
fn h(mut x: Unit) {
    match x {
        ref mut Unit => {} //~ E0530 match bindings cannot shadow unit structs
    }
}
