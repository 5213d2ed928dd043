use rustg_std::prelude::*;

fn f(a: u32) -> u32 {
    -a //~ E0600 cannot apply unary operator `-` to type `u32`
}
