use rustg_std::prelude::*;

fn f() {
    while true {
        break 1; //~ E0571 `break` with value from a `while` loop
    }
}
