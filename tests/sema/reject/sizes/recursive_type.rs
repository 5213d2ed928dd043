use rustg_std::prelude::*;

struct S { //~ E0072 recursive type `S` has infinite size
    next: Option<S>,
}
