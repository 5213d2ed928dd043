// `addr_of!` takes one place, and is in no prelude.
fn alone(x: u32) -> *const u32 {
    addr_of!(x) //~ - cannot find macro `addr_of` in this scope
}
fn temporary() -> *const u32 {
    core::ptr::addr_of!(1 + 2) //~ E0745 cannot take address of a temporary
}
