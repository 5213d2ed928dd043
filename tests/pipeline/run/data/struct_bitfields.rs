// packed fields in integers with const masks and a trait
// threads: 4
// expect: 3165656979 3164608402 3167754133 3166705556
use rustg_std::prelude::*;

trait Field {
    const SHIFT: u32;
    const WIDTH: u32;
    const MASK: u32 = (1u32 << Self::WIDTH).wrapping_sub(1) << Self::SHIFT;
}
struct Mode;
struct Level;
impl Field for Mode {
    const SHIFT: u32 = 0;
    const WIDTH: u32 = 3;
}
impl Field for Level {
    const SHIFT: u32 = Mode::SHIFT + Mode::WIDTH;
    const WIDTH: u32 = 10;
}
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(transparent)]
struct Reg(u32);
impl Reg {
    #[inline(always)]
    const fn raw(self) -> u32 {
        self.0
    }
    fn get<F: Field>(self) -> u32 {
        (self.0 & F::MASK) >> F::SHIFT
    }
    fn with<F: Field>(self, v: u32) -> Self {
        Reg(self.0 & !F::MASK | v << F::SHIFT & F::MASK)
    }
    fn update<F: Field>(&mut self, f: impl FnOnce(u32) -> u32) -> &mut Self {
        *self = self.with::<F>(f(self.get::<F>()));
        self
    }
}
fn value(i: u64) -> u64 {
    let mut r = Reg::default().with::<Mode>(i as u32 + 6).with::<Level>(700);
    r.update::<Level>(|l| l * 2 + 1).update::<Mode>(|m| m ^ 0b101);
    (r.raw() as u64) << 20 | (r.get::<Level>() as u64) << 4 | r.get::<Mode>() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
