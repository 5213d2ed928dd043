// A type is no value.
type Number = u32;

struct Named {
    x: u32,
}

pub fn f() -> u32 {
    let a = Number; //~ E0423 expected value, found type alias `Number`
    let b = u32; //~ E0423 expected value, found builtin type `u32`
    let c = Named; //~ E0423 expected value, found struct `Named`
    1
}
