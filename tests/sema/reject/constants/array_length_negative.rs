use rustg_std::prelude::*;

fn f() {
    let a = [0u32; -1]; //~ E0600 cannot apply unary operator `-` to type `usize`
}
