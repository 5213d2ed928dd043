use rustg_std::prelude::*;

fn f() {
    nothing!(1); //~ - cannot find macro `nothing` in this scope
}
