use rustg_std::prelude::*;

fn f() -> bool {
    cfg!() //~ - macro requires a cfg-pattern as an argument
}

fn g() -> bool {
    cfg!(x, y) //~ - expected 1 cfg-pattern
}
