use rustg_std::prelude::*;

struct S {
    x: u32,
    x: f32, //~ E0124 field `x` is already declared
}
