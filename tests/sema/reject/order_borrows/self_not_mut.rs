// Assignments through `&self` come behind the types of later functions.
use rustg_std::prelude::*;

struct Rng { state: u32 }

impl Rng {
    fn new(seed: u32) -> Rng { Rng { state: seed } }
    fn next(&self) -> u32 {
        self.state ^= self.state << 13; //~ E0594 cannot assign to `self.state`, which is behind a `&`
        self.state
    }
    fn fill(&mut self, out: &mut [u32]) {
        for o in out {
            o = self.next(); //~ E0308 mismatched types
        }
    }
}

#[kernel]
pub fn random(mut y: GridMut<u32>) {
    let i = thread::index();
    let rng = Rng::new(7);
    let mut buffer = [0; 4];
    rng.fill(&mut buffer);
    rng.fill(buffer); //~ E0308 mismatched types
    if i < y.len() {
        y[i] = buffer[0];
    }
}
