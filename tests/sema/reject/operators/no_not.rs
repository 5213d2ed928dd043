use rustg_std::prelude::*;

fn f(a: f32) -> f32 {
    !a //~ E0600 cannot apply unary operator `!` to type `f32`
}
