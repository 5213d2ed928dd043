use rustg_std::prelude::*;

fn f() {
    1 = 2; //~ E0070 invalid left-hand side of assignment
}
