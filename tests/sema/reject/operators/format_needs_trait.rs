// Values in messages have the trait of their placeholder.
struct Plain;

pub fn f(p: Plain, n: f32) {
    assert!(n > 0.0, "{p:?}"); //~ E0277 `Plain` doesn't implement `Debug`
    panic!("{p} {}", n); //~ E0277 `Plain` doesn't implement `std::fmt::Display`
}
