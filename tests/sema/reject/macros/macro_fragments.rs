// Fragments where something else must stand.
macro_rules! named {
    ($t:ty) => {
        struct $t; //~ - expected identifier, found metavariable
    };
}
named!(S);
macro_rules! call {
    ($t:ty) => {
        $t { a: 1 } //~ - expected expression, found `ty` metavariable
    };
}
struct P {
    a: u32,
}
pub fn g() -> u32 {
    call!(P).a
}
