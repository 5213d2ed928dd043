// The first of two items of one name is the one that the name means.
use rustg_std::prelude::*;

struct Rng { state: u32 }

impl Rng {
    fn new(seed: u32) -> Rng { Rng { state: seed } }
    fn next(&mut self) -> u32 {
        self.state ^= self.state << 13;
        self.state
    }
    fn next(&mut self) -> f32 { 0.5 } //~ E0592 duplicate definitions with name `next`
}

impl Default for Rng {
    fn default() -> Rng { Rng::new(1) }
}

impl Default for Rng { //~ E0119 conflicting implementations of trait `Default` for type
    fn default() -> Rng { Rng::new(2) }
}

struct Rng; //~ E0428 the name `Rng` is defined multiple times

#[kernel]
pub fn random(mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = Rng::new(i.get() as u32).next();
    }
}
