//! Hashing, for types that derive Hash.

use crate::cmp::Ordering;
use crate::marker::PhantomData;

#[lang = "hash"] pub trait Hash {
    fn hash<H: Hasher>(&self, state: &mut H);
    fn hash_slice<H: Hasher>(data: &[Self], state: &mut H)
    where
        Self: Sized,
    {
        for x in data {
            x.hash(state);
        }
    }
}

/// Hasher's methods for numbers: of the bytes of a number, of a number of the same size, of what a reference refers to.
macro_rules! numbers {
    (bytes, $me:ident: $($write:ident $t:ident;)*) => {
        $(fn $write(&mut $me, x: $t) { $me.write(&x.to_ne_bytes()); })*
    };
    (same size, $me:ident: $($write:ident $t:ident, $other:ident $of:ident;)*) => {
        $(fn $write(&mut $me, x: $t) { $me.$other(x as $of); })*
    };
    (behind, $me:ident: $($write:ident $t:ident;)*) => {$( fn $write(&mut $me, x: $t) { (**$me).$write(x) } )*};
}

pub trait Hasher {
    fn finish(&self) -> u64;
    fn write(&mut self, bytes: &[u8]);
    numbers! {
        bytes, self:
        write_u8 u8; write_u16 u16; write_u32 u32; write_u64 u64; write_u128 u128; write_usize usize;
    }
    numbers! {
        same size, self:
        write_i8 i8, write_u8 u8; write_i16 i16, write_u16 u16; write_i32 i32, write_u32 u32;
        write_i64 i64, write_u64 u64; write_i128 i128, write_u128 u128; write_isize isize, write_usize usize;
    }
}

/// What makes hashers.
pub trait BuildHasher {
    type Hasher: Hasher;
    fn build_hasher(&self) -> Self::Hasher;
    fn hash_one<T: Hash>(&self, x: T) -> u64
    where
        Self: Sized,
        Self::Hasher: Hasher,
    {
        let mut state = self.build_hasher();
        x.hash(&mut state);
        state.finish()
    }
}
pub struct BuildHasherDefault<H>(PhantomData<fn() -> H>);
impl<H> BuildHasherDefault<H> {
    pub const fn new() -> Self { BuildHasherDefault(PhantomData) }
}
impl<H: Default + Hasher> BuildHasher for BuildHasherDefault<H> {
    type Hasher = H;
    fn build_hasher(&self) -> H { H::default() }
}
impl<H> Clone for BuildHasherDefault<H> {
    fn clone(&self) -> Self { Self::new() }
}
impl<H> Default for BuildHasherDefault<H> {
    fn default() -> Self { Self::new() }
}
impl<H> PartialEq for BuildHasherDefault<H> {
    fn eq(&self, _: &Self) -> bool { true }
}
impl<H> Eq for BuildHasherDefault<H> {}
written! { [H] Debug BuildHasherDefault<H>: self f f.debug_struct("BuildHasherDefault").finish(); }

/// What is hashed as something else.
macro_rules! hashed_as {
    ($($of:ty $([$($generic:tt)*])?: $me:ident $state:ident $hashed:expr;)*) => {$(
        impl $(<$($generic)*>)? Hash for $of {
            fn hash<H: Hasher>(&$me, $state: &mut H) { $hashed; }
        }
    )*};
}
hashed_as! {
    (): self _state {};
    !: self _state {};
    crate::convert::Infallible: self _state match *self {};
    crate::marker::PhantomData<T> [T: ?Sized]: self _state {};
    crate::ptr::NonNull<T> [T]: self state state.write_usize(self.as_ptr() as usize);
    char: self state state.write_u32(*self as u32);
    Ordering: self state state.write_i8(*self as i8);
    *const T [T]: self state state.write_usize(*self as usize);
    *mut T [T]: self state state.write_usize(*self as usize);
    &T [T: ?Sized + Hash]: self state (**self).hash(state);
    &mut T [T: ?Sized + Hash]: self state (**self).hash(state);
    [T; N] [T: Hash, const N: usize]: self state self.as_slice().hash(state);
}
impl<T: Hash> Hash for [T] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        T::hash_slice(self, state);
    }
}
impl<H: ?Sized + Hasher> Hasher for &mut H {
    fn finish(&self) -> u64 { (**self).finish() }
    fn write(&mut self, bytes: &[u8]) { (**self).write(bytes) }
    numbers! {
        behind, self:
        write_u8 u8; write_u16 u16; write_u32 u32; write_u64 u64; write_u128 u128; write_usize usize;
        write_i8 i8; write_i16 i16; write_i32 i32; write_i64 i64; write_i128 i128; write_isize isize;
    }
}

/// SipHash: as many rounds for eight bytes, and in the end.
#[derive(Clone, Debug)]
pub(crate) struct Sip<const EACH: u32, const LAST: u32> {
    v: [u64; 4],
    tail: u64,
    length: u64,
}
pub type SipHasher = Sip<2, 4>;
pub type DefaultHasher = Sip<1, 3>;

const fn rounds(mut v: [u64; 4], count: u32) -> [u64; 4] {
    counting!(k in 0, count => {
        let a = v[0].wrapping_add(v[1]);
        let b = v[1].rotate_left(13) ^ a;
        let c = v[2].wrapping_add(v[3]);
        let d = v[3].rotate_left(16) ^ c;
        let (e, f) = (a.rotate_left(32).wrapping_add(d), c.wrapping_add(b));
        v = [e, b.rotate_left(17) ^ f, f.rotate_left(32), d.rotate_left(21) ^ e];
    });
    v
}
impl<const EACH: u32, const LAST: u32> Sip<EACH, LAST> {
    pub const fn new() -> Self {
        let v = [0x736f6d6570736575, 0x646f72616e646f6d, 0x6c7967656e657261, 0x7465646279746573];
        Sip { v, tail: 0, length: 0 }
    }
}
impl Sip<2, 4> {
    pub const fn new_with_keys(k0: u64, k1: u64) -> Self {
        let mut all = SipHasher::new();
        all.v = [all.v[0] ^ k0, all.v[1] ^ k1, all.v[2] ^ k0, all.v[3] ^ k1];
        all
    }
}
impl<const EACH: u32, const LAST: u32> Default for Sip<EACH, LAST> {
    fn default() -> Self { Sip::new() }
}
impl<const EACH: u32, const LAST: u32> Hasher for Sip<EACH, LAST> {
    fn finish(&self) -> u64 {
        let last = self.length << 56 | self.tail;
        let [a, b, c, d] = self.v;
        let [a, b, c, d] = rounds([a, b, c, d ^ last], EACH);
        let [a, b, c, d] = rounds([a ^ last, b, c ^ 0xff, d], LAST);
        a ^ b ^ c ^ d
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.tail |= (*byte as u64) << (self.length % 8 * 8);
            self.length = self.length.wrapping_add(1);
            if self.length % 8 == 0 {
                self.v[3] ^= self.tail;
                self.v = rounds(self.v, EACH);
                self.v[0] ^= self.tail;
                self.tail = 0;
            }
        }
    }
}
