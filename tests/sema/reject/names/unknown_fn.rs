use rustg_std::prelude::*;

fn f() -> u32 {
    nothing(1) //~ E0425 cannot find function `nothing` in this scope
}
