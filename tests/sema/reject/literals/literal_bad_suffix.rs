use rustg_std::prelude::*;

fn f() {
    let x = 1u7; //~ - invalid width `7` for integer literal
}
