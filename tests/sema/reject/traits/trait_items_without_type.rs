// Items of traits that no type is named for.
trait Limits {
    const TOP: u32;
    fn low() -> u32;
}

impl Limits for u8 {
    const TOP: u32 = 255;
    fn low() -> u32 {
        0
    }
}

pub fn f() -> u32 {
    Limits::TOP + Limits::low() //~ E0790 cannot refer to the associated constant on trait without specifying the corresponding `impl` type
}
