// A field that is read from a temporary does not make it live longer; a borrow of the field does.
pub struct D(pub u64);
impl Drop for D {
    fn drop(&mut self) {}
}

pub fn read() -> u64 {
    let b = {
        let inner = D(8);
        &D(inner.0 + 1) //~ E0716 temporary value dropped while borrowed
    }
    .0;
    b
}
pub fn borrowed() -> u64 {
    let b = &D(8).0;
    *b
}
