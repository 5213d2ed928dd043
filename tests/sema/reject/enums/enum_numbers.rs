// Numbers of variants.
enum Mixed { //~ E0732 `#[repr(inttype)]` must be specified for enums with explicit discriminants and non-unit variants
    A(u32) = 1,
    B = 2,
}

#[repr(u9)] //~ E0552 unrecognized representation hint
enum Odd {
    A,
}

#[repr(D)] //~ E0552 unrecognized representation hint
struct Named {
    x: u32,
}
