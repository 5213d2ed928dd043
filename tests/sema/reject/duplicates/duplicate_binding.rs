use rustg_std::prelude::*;

fn f() {
    let (a, a) = (1, 2); //~ E0416 identifier `a` is bound more than once in the same pattern
}
