use core::marker::PhantomData;
use rustg_std::prelude::*;

#[repr(transparent, C)] //~ E0692 transparent struct cannot have other repr hints
struct A(f32);
#[repr(transparent, align(8))] //~ E0692 transparent struct cannot have other repr hints
#[derive(Clone)]
struct B(f32);
#[repr(transparent)] //~ E0692 transparent enum cannot have other repr hints
#[repr(u8)]
enum C {
    X(f32),
}
#[repr(transparent, transparent)] //~ E0692 transparent struct cannot have other repr hints
struct D(u8);
#[repr(C, transparent)] //~ E0692 transparent union cannot have other repr hints
union E { //~ E0658 transparent unions are unstable
    a: u8,
}
#[repr(transparent)]
struct F { //~ E0690 transparent struct needs at most one field with non-trivial size or alignment, but has 2
    a: f32,
    b: f32,
}
#[repr(transparent)]
struct G<T>(f32, PhantomData<T>, [u8; 0], T); //~ E0690 transparent struct needs at most one field with non-trivial size or alignment, but has 2
#[repr(transparent)]
struct H(u8, [u64; 0]); //~ E0690 transparent struct needs at most one field with non-trivial size or alignment, but has 2
#[repr(transparent)]
enum I { //~ E0731 transparent enum needs exactly one variant, but has 3
    X(f32),
    Y,
    Z,
}
#[repr(transparent)]
enum J { //~ E0690 the variant of a transparent enum needs at most one field with non-trivial size or alignment, but has 2
    X(f32, u32),
}
#[repr(transparent)] //~ E0084 unsupported representation for zero-variant enum
enum K {} //~ E0731 transparent enum needs exactly one variant, but has 0
#[repr(C, u8)] //~ E0566 conflicting representation hints
enum L {
    X,
}
#[repr(u8, u16)] //~ E0566 conflicting representation hints
enum M {
    X(u8),
    Y,
}
#[repr(Rust, C)] //~ E0566 conflicting representation hints
struct N(u8);
#[repr(Rust)]
#[repr(u8)]
enum O { //~^^ E0566 conflicting representation hints
    X,
    Y,
}

mod taken {
    use core::marker::PhantomData;

    #[repr(transparent)]
    struct A<T>(f32, (), [PhantomData<T>; 3], ((), [i8; 0]));
    #[repr(transparent)]
    struct B([u16; 0]);
    #[repr(transparent)]
    enum C {
        X { a: u64, b: PhantomData<u32> },
    }
    #[repr(C, u64)]
    enum D {
        X(u8),
        Y,
    }
    #[repr(Rust, align(4))]
    struct F(u8);
    #[allow(conflicting_repr_hints)]
    #[repr(u8, u8)]
    enum G {
        X,
        Y,
    }
}
