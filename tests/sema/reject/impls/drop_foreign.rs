// Drop is for structs, enums and unions of this crate.
pub struct Door;
impl Drop for &mut Door { //~ E0120 the `Drop` trait may only be implemented for local structs, enums, and unions
    fn drop(&mut self) {}
}
