use rustg_std::prelude::*;

fn f() {
    break; //~ E0268 `break` outside of a loop or labeled block
}
