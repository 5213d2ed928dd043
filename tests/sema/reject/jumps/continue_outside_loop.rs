use rustg_std::prelude::*;

fn f() {
    continue; //~ E0268 `continue` outside of a loop
}
