// What `self` may be.
struct S;

impl S {
    fn a(self: u32) {} //~ E0307 invalid `self` parameter type: `u32`
}
