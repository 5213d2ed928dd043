// what makes hashers: of a type with a default, and one's own
// threads: 1
// expect: 1
// prints: (7, 4151020679225380, 1365, 10014) BuildHasherDefault true
use rustg_std::prelude::*;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

#[derive(Default)]
struct Sum(u64);
impl Hasher for Sum {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0 * 31 + *byte as u64;
        }
    }
}
struct From(u64);
impl BuildHasher for From {
    type Hasher = Sum;
    fn build_hasher(&self) -> Sum {
        Sum(self.0)
    }
}
fn hashed(build: &dyn BuildHasher<Hasher = Sum>, x: u16) -> u64 {
    let mut state = build.build_hasher();
    x.hash(&mut state);
    state.finish()
}

const PLAIN: BuildHasherDefault<Sum> = BuildHasherDefault::new();

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let all = (PLAIN.hash_one(7u8), From(5).hash_one([1u8, 2]), hashed(&PLAIN, 300), hashed(&From(9), 300));
    println!("{all:?} {PLAIN:?} {}", PLAIN.clone() == BuildHasherDefault::default());
    out[t] = 1;
}
