//! Hashing, for types that derive Hash.

use crate::cmp::Ordering;

pub trait Hash {
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

pub trait Hasher {
    fn finish(&self) -> u64;
    fn write(&mut self, bytes: &[u8]);
    fn write_u8(&mut self, x: u8) {
        self.write(&x.to_ne_bytes());
    }
    fn write_u16(&mut self, x: u16) {
        self.write(&x.to_ne_bytes());
    }
    fn write_u32(&mut self, x: u32) {
        self.write(&x.to_ne_bytes());
    }
    fn write_u64(&mut self, x: u64) {
        self.write(&x.to_ne_bytes());
    }
    fn write_usize(&mut self, x: usize) {
        self.write(&x.to_ne_bytes());
    }
    fn write_i8(&mut self, x: i8) {
        self.write_u8(x as u8);
    }
    fn write_i16(&mut self, x: i16) {
        self.write_u16(x as u16);
    }
    fn write_i32(&mut self, x: i32) {
        self.write_u32(x as u32);
    }
    fn write_i64(&mut self, x: i64) {
        self.write_u64(x as u64);
    }
    fn write_isize(&mut self, x: isize) {
        self.write_usize(x as usize);
    }
}

impl Hash for char {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(*self as u32);
    }
}
impl Hash for () {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}
impl Hash for ! {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}
impl<T: ?Sized + Hash> Hash for &mut T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl<T> Hash for *const T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(*self as usize);
    }
}
impl<T> Hash for *mut T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(*self as usize);
    }
}
impl Hash for Ordering {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_i8(*self as i8);
    }
}
impl<T: Hash, E: Hash> Hash for Result<T, E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Ok(x) => {
                state.write_isize(0);
                x.hash(state);
            }
            Err(e) => {
                state.write_isize(1);
                e.hash(state);
            }
        }
    }
}
impl<T: ?Sized + Hash> Hash for &T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl<T: Hash> Hash for [T] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        T::hash_slice(self, state);
    }
}
impl<T: Hash, const N: usize> Hash for [T; N] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}
impl<T: Hash> Hash for Option<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Some(x) => {
                state.write_isize(1);
                x.hash(state);
            }
            None => state.write_isize(0),
        }
    }
}
impl<H: ?Sized + Hasher> Hasher for &mut H {
    fn finish(&self) -> u64 {
        (**self).finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        (**self).write(bytes)
    }
    fn write_u8(&mut self, x: u8) {
        (**self).write_u8(x)
    }
    fn write_u16(&mut self, x: u16) {
        (**self).write_u16(x)
    }
    fn write_u32(&mut self, x: u32) {
        (**self).write_u32(x)
    }
    fn write_u64(&mut self, x: u64) {
        (**self).write_u64(x)
    }
    fn write_usize(&mut self, x: usize) {
        (**self).write_usize(x)
    }
    fn write_i8(&mut self, x: i8) {
        (**self).write_i8(x)
    }
    fn write_i16(&mut self, x: i16) {
        (**self).write_i16(x)
    }
    fn write_i32(&mut self, x: i32) {
        (**self).write_i32(x)
    }
    fn write_i64(&mut self, x: i64) {
        (**self).write_i64(x)
    }
    fn write_isize(&mut self, x: isize) {
        (**self).write_isize(x)
    }
}
