// random number generators behind a trait with provided methods
// threads: 4
// expect: 816948266064020003 427690736055067091 1034032624962458558 83326116716728513
use rustg_std::prelude::*;

trait Rng {
    fn next_u32(&mut self) -> u32;
    fn next_u64(&mut self) -> u64 {
        (self.next_u32() as u64) << 32 | self.next_u32() as u64
    }
    fn below(&mut self, n: u32) -> u32 {
        let mut m = self.next_u32() as u64 * n as u64;
        let mut low = m as u32;
        if low < n {
            let t = n.wrapping_neg() % n;
            while low < t {
                m = self.next_u32() as u64 * n as u64;
                low = m as u32;
            }
        }
        (m >> 32) as u32
    }
    fn unit(&mut self) -> f32 {
        (self.next_u32() >> 8) as f32 * (1.0 / (1u32 << 24) as f32)
    }
    fn shuffle<T, const N: usize>(&mut self, xs: &mut [T; N])
    where
        Self: Sized,
    {
        for i in (1..N).rev() {
            let j = self.below(i as u32 + 1) as usize;
            xs.swap(i, j);
        }
    }
}
trait SeedFrom<S> {
    fn seed(s: S) -> Self;
}
struct Pcg {
    state: u64,
    inc: u64,
}
impl SeedFrom<(u64, u64)> for Pcg {
    fn seed((s, seq): (u64, u64)) -> Self {
        let mut r = Pcg { state: 0, inc: seq << 1 | 1 };
        r.next_u32();
        r.state = r.state.wrapping_add(s);
        r.next_u32();
        r
    }
}
impl Rng for Pcg {
    fn next_u32(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(6364136223846793005).wrapping_add(self.inc);
        let x = ((old >> 18 ^ old) >> 27) as u32;
        x.rotate_right((old >> 59) as u32)
    }
}
struct Xoshiro([u64; 4]);
impl<S: Into<u64>> SeedFrom<S> for Xoshiro {
    fn seed(s: S) -> Self {
        let mut z = s.into();
        Xoshiro([(); 4].map(|()| {
            z = z.wrapping_add(0x9E3779B97F4A7C15);
            let mut x = z;
            x = (x ^ x >> 30).wrapping_mul(0xBF58476D1CE4E5B9);
            x = (x ^ x >> 27).wrapping_mul(0x94D049BB133111EB);
            x ^ x >> 31
        }))
    }
}
impl Rng for Xoshiro {
    fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }
    fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.0;
        let out = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= t;
        *s3 = s3.rotate_left(45);
        out
    }
}
impl<R: Rng + ?Sized> Rng for &mut R {
    fn next_u32(&mut self) -> u32 {
        (**self).next_u32()
    }
    fn next_u64(&mut self) -> u64 {
        (**self).next_u64()
    }
}
fn roll(mut r: impl Rng) -> u64 {
    (0..4).fold(0, |a, _| a * 6 + r.below(6) as u64)
}
fn value(i: u64) -> u64 {
    let mut p = Pcg::seed((i, 54));
    let mut x = Xoshiro::seed(i as u32 + 1);
    let mut deck = [0u8, 1, 2, 3, 4, 5, 6, 7];
    p.shuffle(&mut deck);
    let order = deck.iter().fold(0u64, |a, &c| a << 3 | c as u64);
    roll(&mut p) ^ roll(&mut x) << 12 ^ order << 20 ^ (x.unit() * 1024.0) as u64 ^ p.next_u64() & 0xFFFF << 44 ^ x.next_u64() >> 60
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
