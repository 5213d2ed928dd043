// An alias of a number has no fields.
type Number = u32;

pub fn f<T>() -> u32 {
    let a = Number { x: 1 }; //~ E0071 expected struct, variant or union type, found `u32`
    let b = T { x: 1 }; //~ E0574 expected struct, variant or union type, found type parameter `T`
    1
}
