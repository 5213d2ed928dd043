use rustg_std::prelude::*;

fn f() -> _ { //~ E0121 the placeholder `_` is not allowed within types on item signatures for return types
    1
}
