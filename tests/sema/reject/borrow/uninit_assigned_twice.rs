use rustg_std::prelude::*;

fn f() -> u32 {
    let x;
    x = 1;
    x = 2; //~ E0384 cannot assign twice to immutable variable `x`
    x
}
