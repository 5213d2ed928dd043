// constants whose references come from constructors
// threads: 4
// expect: 606 505 303 5119
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct Field {
    name: &'static [u8],
    size: u32,
    next: Option<&'static Field>,
}
impl Field {
    const fn new(name: &'static [u8], size: u32) -> Field {
        Field { name, size, next: None }
    }
    const fn before(self, next: &'static Field) -> Field {
        Field { next: Some(next), ..self }
    }
    fn total(&self) -> u32 {
        self.size + self.name.len() as u32 * 100 + self.next.map_or(0, Field::total)
    }
}
const C: Field = Field::new(b"ccc", 3);
static B: Field = Field::new(b"bb", 2).before(&C);
static A: Field = Field::new(b"a", 1).before(&B);
const ALL: [&Field; 3] = [&A, &B, &C];
const TEXT: &[u8] = {
    let t: &[u8] = b"hello world";
    let (_, rest) = t.split_at(6);
    rest
};
fn value(i: u64) -> u64 {
    match ALL.get(i as usize) {
        Some(f) => f.total() as u64,
        None => TEXT.len() as u64 * 1000 + TEXT[0] as u64,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
