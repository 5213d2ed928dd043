use rustg_std::prelude::*;

fn f() -> u8 {
    -1 //~ E0600 cannot apply unary operator `-` to type `u8`
}
