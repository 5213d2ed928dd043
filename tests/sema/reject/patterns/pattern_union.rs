// A union's pattern names one field.
union Bits {
    f: f32,
    u: u32,
}

pub fn f() -> u32 {
    let b = Bits { f: 1.0, u: 2 }; //~ E0784 union expressions should have exactly one field
    unsafe {
        let Bits { f, u } = b; //~ - union patterns should have exactly one field
        u
    }
}
