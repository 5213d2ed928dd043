//! Points of a pseudo-random sequence inside a quarter of a circle: a struct with a trait, and one atomic addition a warp.
use rustg_std::prelude::*;

trait Random {
    fn next(&mut self) -> u64;

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

struct SplitMix {
    state: u64,
}

impl Random for SplitMix {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

fn inside(random: &mut impl Random) -> bool {
    let (x, y) = (random.unit(), random.unit());
    x * x + y * y < 1.0
}

#[kernel]
pub fn monte_carlo(tries: u32, seed: u64, hits: &[Atomic<u64>]) {
    let number = thread::index().get() as u64;
    let mut random = SplitMix { state: seed ^ (number << 32) };
    let own = (0..tries).filter(|_| inside(&mut random)).count() as u64;
    let all = warp::reduce_add(own);
    if warp::lane() == 0 {
        hits[0].fetch_add(all, Relaxed);
    }
}
