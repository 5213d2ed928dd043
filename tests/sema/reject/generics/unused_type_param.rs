use rustg_std::prelude::*;

struct S<T> { //~ E0392 type parameter `T` is never used
    x: u32,
}
