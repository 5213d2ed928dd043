// hashes over byte slices with a trait of streaming state
// threads: 4
// expect: 9192267164812614747 11967274969014227531 5409533162098251617 781219628873660971
use rustg_std::prelude::*;

use core::hash::{Hash, Hasher};
#[derive(Clone, Copy)]
struct Fnv(u64);
impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf29ce484222325)
    }
}
impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 ^= u64::from(b);
            self.0 = self.0.wrapping_mul(0x100000001b3);
        }
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
#[derive(Hash, PartialEq, Eq, Clone, Copy)]
struct Key {
    id: u32,
    tag: [u8; 3],
    pair: (i16, bool),
}
#[derive(Hash)]
enum Kind {
    A,
    B(u64),
    C { x: char, y: Option<u8> },
}
fn murmur(mut h: u32) -> u32 {
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^ h >> 16
}
fn adler(data: &[u8]) -> u32 {
    let (a, b) = data.chunks(3).flat_map(|c| c.iter()).fold((1u32, 0u32), |(a, b), &d| {
        let a = (a + d as u32) % 65521;
        (a, (b + a) % 65521)
    });
    b << 16 | a
}
fn hash_of<T: Hash>(x: &T) -> u64 {
    let mut h = Fnv::default();
    x.hash(&mut h);
    h.finish()
}
fn value(i: u64) -> u64 {
    let k = Key { id: i as u32, tag: *b"abc", pair: (-3, true) };
    let kind = match i {
        0 => Kind::A,
        1 => Kind::B(9),
        _ => Kind::C { x: 'z', y: Some(4) },
    };
    let words = i.to_le_bytes();
    hash_of(&k) ^ hash_of(&kind).rotate_left(9) ^ (murmur(i as u32) as u64) << 16 ^ adler(&words) as u64 ^ hash_of(&(1u8, 2u16))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
