use rustg_std::prelude::*;

fn f(o: Option<u32>) -> u32 {
    let Some(x) = o else { //~ E0308 `else` clause of `let...else` does not diverge
        let y = 1;
    };
    x
}
