use rustg_std::prelude::*;

fn f() {
    loop {
        let g = || {
            break; //~ E0267 `break` inside of a closure
        };
        g();
    }
}
