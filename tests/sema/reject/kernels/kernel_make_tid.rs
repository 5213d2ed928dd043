use rustg_std::prelude::*;

fn f() -> Tid {
    Tid(3) //~ E0423 expected function, tuple struct or tuple variant, found struct `Tid`
}
