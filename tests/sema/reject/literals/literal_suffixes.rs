// Suffixes that are no types.
pub fn f() -> u32 {
    let a = 1u7; //~ - invalid width `7` for integer literal
    let b = 2.0f33; //~ - invalid width `33` for float literal
    let c = 3i256; //~ - invalid width `256` for integer literal
    let d = 5abc; //~ - invalid suffix `abc` for number literal
    1
}
