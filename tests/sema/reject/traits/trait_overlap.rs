use rustg_std::prelude::*;

trait T {}
struct S;
impl T for S {}
impl T for S {} //~ E0119 conflicting implementations of trait `T` for type `S`
