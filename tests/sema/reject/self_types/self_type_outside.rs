use rustg_std::prelude::*;

fn f() -> Self { //~ E0411 cannot find type `Self` in this scope
    1
}
