// What is named where only structs and variants may stand.
pub enum S {
    A,
    B { r: f32 },
}
pub type Alias = S;
pub mod q {
    pub mod inner {}
}
pub const K: u32 = 1;

pub fn enumeration() {
    let _ = S { r: 1.0 }; //~ E0574 expected struct, variant or union type, found enum `S`
}
pub fn module() {
    let _ = q::inner { r: 1.0 }; //~ E0574 expected struct, variant or union type, found module `q::inner`
}
pub fn number() {
    let _ = u32 { r: 1.0 }; //~ E0574 expected struct, variant or union type, found builtin type `u32`
}
pub fn function() {
    let _ = number { r: 1.0 }; //~ E0574 expected struct, variant or union type, found function `number`
}
pub fn constant() {
    let _ = K { r: 1.0 }; //~ E0574 expected struct, variant or union type, found constant `K`
}
pub fn matched(x: S) -> f32 {
    match x {
        S { r } => r, //~ E0574 expected struct, variant or union type, found enum `S`
        q(r) => r, //~ E0532 expected tuple struct or tuple variant, found module `q`
        u32(r) => r, //~ E0532 expected tuple struct or tuple variant, found builtin type `u32`
        S(r) => r, //~ E0532 expected tuple struct or tuple variant, found enum `S`
    }
}
