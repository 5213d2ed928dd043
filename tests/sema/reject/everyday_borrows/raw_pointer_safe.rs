// A raw pointer is read without unsafe.
fn read(p: *const f32) -> f32 {
    *p //~ E0133 dereference of raw pointer is unsafe and requires unsafe block
}
