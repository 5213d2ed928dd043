use rustg_std::prelude::*;

enum E {
    A,
    A, //~ E0428 the name `A` is defined multiple times
}
