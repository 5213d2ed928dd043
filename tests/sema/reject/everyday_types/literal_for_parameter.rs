// A literal is of no parameter's type.
fn zero<T: Copy>() -> T {
    0 //~ E0308 mismatched types
}
