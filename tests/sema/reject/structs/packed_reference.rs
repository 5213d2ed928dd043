// References to fields of packed types, and packings that cannot be.
#[repr(packed)]
struct Packed {
    small: u8,
    wide: u32,
    pair: (u8, u16),
}
#[repr(packed(4))]
struct Four<T> {
    half: u32,
    whole: u64,
    any: T,
}
#[repr(C, packed)]
union Either {
    a: u8,
    b: u16,
}
fn references(p: &Packed, f: &mut Four<u8>, e: &Either) -> u32 {
    let good = (&p.small, &f.half, &f.any, &p.pair.0);
    let bad = &p.wide; //~ E0793 reference to field of packed struct is unaligned
    let Packed { ref pair, .. } = *p; //~ E0793 reference to field of packed struct is unaligned
    let whole = &mut f.whole; //~ E0793 reference to field of packed struct is unaligned
    let b = unsafe { &e.b }; //~ E0793 reference to field of packed union is unaligned
    *bad + pair.1 as u32 + *whole as u32 + *b as u32 + *good.0 as u32
}
fn any<T>(f: &Four<T>) -> &T {
    &f.any //~ E0793 reference to field of packed struct is unaligned
}

#[repr(packed, align(8))]
struct Both(u8); //~ E0587 type has conflicting packed and align representation hints
#[repr(packed, packed(2))]
struct Twice(u8); //~ E0634 type has conflicting packed representation hints
#[repr(align(16))]
struct Lane([f32; 4]);
struct Lanes(Lane);
#[repr(packed)]
struct Row(u8, Lanes); //~ E0588 packed type cannot transitively contain a `#[repr(align)]` type
