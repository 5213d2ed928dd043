use rustg_std::prelude::*;

fn f<'a>() -> &'a u32 {
    let x = 1;
    &x //~ E0515 cannot return reference to local variable `x`
}
