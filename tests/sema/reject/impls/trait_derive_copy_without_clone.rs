use rustg_std::prelude::*;

#[derive(Copy)]
struct S; //~ E0277 the trait bound `S: Clone` is not satisfied
