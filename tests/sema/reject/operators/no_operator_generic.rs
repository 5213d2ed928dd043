use rustg_std::prelude::*;

fn f<T>(a: T, b: T) -> T {
    a + b //~ E0369 cannot add `T` to `T`
}
