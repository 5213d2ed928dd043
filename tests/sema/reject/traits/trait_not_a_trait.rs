use rustg_std::prelude::*;

struct A;
struct B;
impl A for B {} //~ E0404 expected trait, found struct `A`
