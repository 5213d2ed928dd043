use rustg_std::prelude::*;

fn f(o: Option<u32>) {
    let Some(x) = o; //~ E0005 refutable pattern in local binding
}
