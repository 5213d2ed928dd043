// A trait object is no pattern.
const SHOWN: &'static dyn Send = &7u32;
pub fn f(x: &dyn Send) -> u32 {
    match x {
        SHOWN => 1, //~ - trait object `dyn Send` cannot be used in patterns
        _ => 2,
    }
}
