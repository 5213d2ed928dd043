// What a pointer leads to keeps its lifetimes without a cast, and an object keeps its own in any case.
trait Tr {}
pub fn object<'a>(p: *mut (dyn Tr + 'a)) -> *mut (dyn Tr + 'static) {
    p as _ //~ - lifetime may not live long enough
}
pub fn coerced<'a>(p: *const &'a u8) -> *const &'static u8 {
    p //~ - lifetime may not live long enough
}
