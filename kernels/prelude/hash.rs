//! Hashing, for types that derive Hash.

pub trait Hash {
    fn hash<H: Hasher>(&self, state: &mut H);
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
impl<T: ?Sized + Hash> Hash for &T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl<T: Hash> Hash for [T] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for x in self {
            x.hash(state);
        }
    }
}
impl<T: Hash, const N: usize> Hash for [T; N] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}
impl<A: Hash, B: Hash> Hash for (A, B) {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
        self.1.hash(state);
    }
}
impl<A: Hash, B: Hash, C: Hash> Hash for (A, B, C) {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
        self.1.hash(state);
        self.2.hash(state);
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
