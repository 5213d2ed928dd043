use rustg_std::prelude::*;

union U {
    a: u32,
    b: f32,
}
fn f(u: U) -> u32 {
    u.a //~ E0133 access to union field is unsafe and requires unsafe block
}
