use rustg_std::prelude::*;

fn f() -> u32 {
    nothing //~ E0425 cannot find value `nothing` in this scope
}
