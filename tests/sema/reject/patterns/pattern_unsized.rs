// A C string is no pattern, written there or as a constant.
const NAME: &core::ffi::CStr = c"a";
pub fn f(x: &core::ffi::CStr) -> u8 {
    match x {
        c"a" => 1, //~ - cannot use unsized non-slice type `CStr` in constant patterns
        NAME => 2, //~ - cannot use unsized non-slice type `CStr` in constant patterns
        _ => 3,
    }
}
