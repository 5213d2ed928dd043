use rustg_std::prelude::*;

fn f() {
    let x = None; //~ E0282 type annotations needed for `Option<_>`
}
