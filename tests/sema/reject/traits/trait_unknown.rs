use rustg_std::prelude::*;

struct S;
impl Nothing for S {} //~ E0405 cannot find trait `Nothing` in this scope
