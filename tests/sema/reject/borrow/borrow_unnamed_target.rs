// What is written to has no name where a call leads to it.
pub struct W(pub u32, pub [u32; 3]);
pub fn shared(w: &W) -> &W {
    w
}
pub fn raw(w: &W) -> *const W {
    w
}
pub fn field(w: &W) {
    shared(w).0 = 3; //~ E0594 cannot assign to data in a `&` reference
}
pub fn element(w: &W) {
    shared(w).1[1] += 3; //~ E0594 cannot assign to data in a `&` reference
}
pub fn borrowed(w: &W) {
    let _r = &mut shared(w).0; //~ E0596 cannot borrow data in a `&` reference as mutable
}
pub fn pointed(w: &W) {
    unsafe {
        (*raw(w)).0 = 1; //~ E0594 cannot assign to data in a `*const` pointer
        let _x = &mut (*raw(w)).0; //~ E0596 cannot borrow data in a `*const` pointer as mutable
    }
}
pub fn twice(w: &&mut W) {
    w.0 = 1; //~ E0594 cannot assign to `w.0`, which is behind a `&` reference
}
