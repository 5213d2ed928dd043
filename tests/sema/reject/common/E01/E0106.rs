pub struct S {
    x: &u32,
}
