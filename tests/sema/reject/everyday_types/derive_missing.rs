// Copy is derived for a struct with a part that is not Copy.
#[derive(Clone)]
struct Inner {
    v: f32,
}
#[derive(Clone, Copy)]
struct Outer { //~ E0204 the trait `Copy` cannot be implemented for this type
    inner: Inner,
}
