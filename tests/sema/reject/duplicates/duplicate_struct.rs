use rustg_std::prelude::*;

struct S;
struct S; //~ E0428 the name `S` is defined multiple times
