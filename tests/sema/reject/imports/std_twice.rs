// edition 2015
// Each crate of edition 2015 has an `extern crate std` at its root.
extern crate std; //~ E0259 the name `std` is defined multiple times
pub mod inner {
    pub extern crate std;
    use std::mem as core;
    pub fn exchange(a: &mut u32, b: &mut u32) {
        core::swap(a, b);
    }
}
