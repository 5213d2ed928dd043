// methods by value, reference and mutable reference
// threads: 4
// expect: 408 510 612 714
use rustg_std::prelude::*;

struct Acc {
    n: u64,
}
impl Acc {
    fn new() -> Self {
        Self { n: 1 }
    }
    fn add(&mut self, k: u64) -> &mut Self {
        self.n += k;
        self
    }
    fn get(&self) -> u64 {
        self.n
    }
    fn into(self) -> u64 {
        self.n * 2
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut a = Acc::new();
        a.add(i).add(3);
        a.get() * 100 + a.into()
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
