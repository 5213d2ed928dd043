// type_name and type_name_of_val: each name with its path
// threads: 2
// expect: 4164448501576329790 15829133118781257473
use core::any::{Any, type_name, type_name_of_val};
use rustg_std::prelude::*;
mod shapes {
    pub struct Unit;
    pub struct Of<T, const N: usize = 3>(pub T);
    pub struct Lent<'a, T: ?Sized = str>(pub &'a T);
    pub struct Flags<const B: bool, const C: char, const I: i8>;
    pub enum Either {
        A(u8),
        B,
    }
    pub union Bits {
        pub whole: u32,
    }
    pub trait Tells {
        type Out;
        fn tell(&self) -> &'static str {
            core::any::type_name_of_val(&|| ())
        }
        fn inner() -> &'static str
        where
            Self: Sized,
        {
            struct Within;
            core::any::type_name::<Within>()
        }
    }
    impl Tells for Unit {
        type Out = u8;
    }
    impl<T> Tells for Of<T> {
        type Out = T;
        fn inner() -> &'static str {
            struct Other;
            core::any::type_name::<Other>()
        }
    }
    impl<T> Of<T> {
        pub fn make(_: T) {}
        pub fn local(_: T) -> &'static str {
            fn helper() {}
            core::any::type_name_of_val(&helper)
        }
    }
    impl super::Far {
        pub fn here(&self) {}
    }
    pub fn hidden() -> impl Fn(u8) -> u8 {
        |x| x
    }
}
use shapes::{Bits, Either, Flags, Lent, Of, Tells, Unit};
struct Far;
fn plain() {}
fn generic<T>(_: T) -> &'static str {
    type_name::<T>()
}
fn nested<T>(_: T) -> &'static str {
    let outer = |n: u32| {
        let inner = move || n;
        type_name_of_val(&inner)
    };
    outer(3)
}
// The text but for this module's own path.
fn code(text: &str) -> u64 {
    let mut v = 0u64;
    for piece in text.split(module_path!()) {
        for b in piece.bytes() {
            v = v.wrapping_mul(31).wrapping_add(b as u64);
        }
        v = v.wrapping_mul(31).wrapping_add(1);
    }
    v
}
macro_rules! all {
    ($v:ident: $($t:ty),*) => { $($v = $v.rotate_left(7) ^ code(type_name::<$t>());)* };
}
macro_rules! each {
    ($v:ident: $($e:expr),*) => { $($v = $v.rotate_left(7) ^ code(type_name_of_val(&$e));)* };
}
fn types() -> u64 {
    let mut v = 0u64;
    all! { v: u8, str, (), (u8,), (i8, f64), [char; 3], [bool], &u8, &mut str, *const u8, *mut [u8], &&'static [i128] }
    all! { v: dyn Any, &(dyn Any + Send), dyn Any + Send + Sync, dyn Fn(u8) -> u8, dyn FnMut(), dyn Iterator<Item = u8> }
    all! { v: dyn Tells<Out = (u8, u16)>, dyn PartialEq<u8>, Unit, Of<u8>, Of<u8, 4>, Of<Of<&str>, 5>, Lent<'static> }
    all! { v: Lent<'static, [u8]>, Flags<true, 'x', -3>, Flags<false, '0', { 1 - 2 }>, Either, Bits, <Unit as Tells>::Out }
    all! { v: Option<i32>, Result<u8, ()>, core::ops::Range<u8>, core::ops::ControlFlow<u8>, core::cell::RefCell<u8> }
    all! { v: core::num::NonZeroU8, core::num::Wrapping<u8>, core::mem::MaybeUninit<u8>, core::ptr::NonNull<u8> }
    all! { v: core::marker::PhantomData<Far>, core::cmp::Reverse<u8>, core::sync::atomic::AtomicU32, core::cmp::Ordering }
    all! { v: core::str::Chars<'static>, core::slice::Iter<'static, u8>, core::panic::Location<'static>, core::any::TypeId }
    v
}
fn values() -> u64 {
    let mut v = 0u64;
    each! { v: plain, generic::<u8>, Either::A, Some::<u8>, Of::<u8>, Of::<u8>::make, Far::here, Unit::tell, "x", 3, [1, 2] }
    each! { v: &plain, || (), |x: u8| x, shapes::hidden(), Far, <Of<u8> as Tells>::inner, (1u8, "x"), Either::B }
    let any: &dyn Any = &3u8;
    v ^ code(type_name_of_val(any))
}
fn within() -> u64 {
    struct Loc;
    let mut v = code(type_name::<Loc>());
    let texts = [
        generic(Unit), nested(1u8), Unit.tell(), Of(3u8).tell(), <Unit as Tells>::inner(), <Of<u8> as Tells>::inner(),
        Of::local(3u8), generic(&[Some(Far)]),
    ];
    for text in texts {
        v = v.rotate_left(7) ^ code(text);
    }
    v
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = if t.get() == 0 { types() } else { values() ^ within() };
}
