use crate::map::Map;
use crate::{DType, Device, Result, Tensor};
use std::cell::RefCell;
use std::collections::VecDeque;

/// Numbers that look random and are the same in every run and on every device: Philox, whose key is the seed, and whose counter is
/// an element's number and a call's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    seed: u64,
    calls: u64,
}

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Random {
        Random { seed, calls: 0 }
    }

    /// A sequence that goes on where another one was: its seed and how many calls there were.
    pub fn at(seed: u64, calls: u64) -> Random {
        Random { seed, calls }
    }

    /// The seed, and how many calls there were.
    pub fn place(&self) -> (u64, u64) {
        (self.seed, self.calls)
    }

    /// The seed and the number of the next call; while a checkpoint calls its function again, those of the first time.
    fn next(&mut self) -> (u64, u64) {
        drawn(|| {
            self.calls += 1;
            (self.seed, self.calls - 1)
        })
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let (seed, call) = self.next();
        let words = philox(seed, [0, 0, call as u32, (call >> 32) as u32]);
        u64::from(words[0]) << 32 | u64::from(words[1])
    }

    /// The next number, from `low` up to, not including, `high`.
    pub fn number(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// 0 to n - 1 in a random order.
    pub fn permutation(&mut self, n: usize) -> Vec<i64> {
        let mut order: Vec<i64> = (0..n as i64).collect();
        for i in (1..order.len()).rev() {
            let j = (self.bits() % (i as u64 + 1)) as usize;
            order.swap(i, j);
        }
        order
    }

    /// A tensor of numbers spread evenly from `low` up to, not including, `high`; where `low` is not 0, rounding may reach it.
    ///
    /// # Errors
    /// Where the type is no float, or the shape too large.
    pub fn uniform(&mut self, device: &Device, dtype: DType, shape: &[usize], low: f64, high: f64) -> Result<Tensor> {
        let numbers = self.draw(device, Map::Uniform, dtype, shape)?;
        if (low, high) == (0.0, 1.0) { Ok(numbers) } else { numbers.mul_number(high - low)?.add_number(low) }
    }

    /// A tensor of numbers of the normal distribution with this mean and standard deviation.
    ///
    /// # Errors
    /// As [`Random::uniform`].
    pub fn normal(
        &mut self,
        device: &Device,
        dtype: DType,
        shape: &[usize],
        mean: f64,
        deviation: f64,
    ) -> Result<Tensor> {
        self.draw(device, Map::Normal, dtype, shape)?.mul_number(deviation)?.add_number(mean)
    }

    /// A tensor of integers, of `i64`, from `low` up to, not including, `high`, which are less than 2^53 apart.
    ///
    /// # Errors
    /// Where the shape is too large, or there are no such integers or too many.
    pub fn integers(&mut self, device: &Device, shape: &[usize], low: i64, high: i64) -> Result<Tensor> {
        let n = high.checked_sub(low).filter(|n| (1..1 << 53).contains(n));
        let n = n.ok_or_else(|| crate::Error::argument("integers", format!("from {low} up to {high}")))?;
        let numbers = self.draw(device, Map::Uniform, DType::F64, shape)?;
        numbers.mul_number(n as f64)?.floor()?.to_dtype(DType::I64)?.add_number(low)
    }

    /// A tensor of `bool`, each true with this probability.
    ///
    /// # Errors
    /// Where the shape is too large.
    pub fn bernoulli(&mut self, device: &Device, shape: &[usize], probability: f64) -> Result<Tensor> {
        self.draw(device, Map::Uniform, DType::F32, shape)?.lt_number(probability)
    }

    fn draw(&mut self, device: &Device, map: Map, dtype: DType, shape: &[usize]) -> Result<Tensor> {
        if !dtype.is_float() {
            return Err(crate::Error::DType { what: "random", dtypes: vec![dtype] });
        }
        let (seed, call) = self.next();
        Tensor::random(device, map, dtype, shape, seed, call)
    }
}

/// What is drawn on this thread, for a function that is called again.
enum Draws {
    Noted(Vec<(u64, u64)>),
    Repeated(VecDeque<(u64, u64)>),
}

thread_local! {
    /// Of functions that call each other, the innermost last.
    static DRAWS: RefCell<Vec<Draws>> = const { RefCell::new(Vec::new()) };
}

fn drawn(fresh: impl FnOnce() -> (u64, u64)) -> (u64, u64) {
    DRAWS.with(|draws| {
        let mut draws = draws.borrow_mut();
        let mut repeated = None;
        let mut inner = 0;
        for (n, frame) in draws.iter_mut().enumerate().rev() {
            if let Draws::Repeated(rest) = frame {
                (repeated, inner) = (rest.pop_front(), n + 1);
                break;
            }
        }
        let one = repeated.unwrap_or_else(fresh);
        for frame in &mut draws[inner..] {
            if let Draws::Noted(all) = frame {
                all.push(one);
            }
        }
        one
    })
}

fn with_draws<R>(frame: Draws, work: impl FnOnce() -> R) -> (R, Option<Draws>) {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            DRAWS.with(|draws| draws.borrow_mut().pop());
        }
    }
    DRAWS.with(|draws| draws.borrow_mut().push(frame));
    let _leave = Leave;
    let value = work();
    // the frame's place stays, for what drops it
    let own = DRAWS.with(|draws| {
        let mut draws = draws.borrow_mut();
        draws.last_mut().map(|frame| std::mem::replace(frame, Draws::Noted(Vec::new())))
    });
    (value, own)
}

/// Calls a function, and notes the random numbers that it draws.
pub(crate) fn noting<R>(work: impl FnOnce() -> R) -> (R, Vec<(u64, u64)>) {
    let (value, frame) = with_draws(Draws::Noted(Vec::new()), work);
    let noted = if let Some(Draws::Noted(all)) = frame { all } else { Vec::new() };
    (value, noted)
}

/// Calls a function that draws the same random numbers again.
pub(crate) fn repeating<R>(noted: &[(u64, u64)], work: impl FnOnce() -> R) -> R {
    with_draws(Draws::Repeated(noted.iter().copied().collect()), work).0
}

/// Philox 4x32 of 10 rounds: Salmon and others, "Parallel random numbers: as easy as 1, 2, 3" (2011).
fn philox(seed: u64, counter: [u32; 4]) -> [u32; 4] {
    let (mut c, mut k) = (counter, [seed as u32, (seed >> 32) as u32]);
    for _ in 0..10 {
        let (a, b) = (0xD251_1F53u64 * u64::from(c[0]), 0xCD9E_8D57u64 * u64::from(c[2]));
        c = [(b >> 32) as u32 ^ c[1] ^ k[0], b as u32, (a >> 32) as u32 ^ c[3] ^ k[1], a as u32];
        k = [k[0].wrapping_add(0x9E37_79B9), k[1].wrapping_add(0xBB67_AE85)];
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that come with the paper's own library.
    #[test]
    fn philox_is_philox() {
        assert_eq!(philox(0, [0; 4]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(philox(u64::MAX, [u32::MAX; 4]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    }

    #[test]
    fn sequences_repeat_and_go_on() {
        let mut random = Random::new(7);
        let first: Vec<u64> = (0..5).map(|_| random.bits()).collect();
        let (seed, calls) = random.place();
        assert_eq!((0..5).map(|_| Random::at(7, 2).bits()).collect::<Vec<_>>(), [first[2]; 5]);
        assert_eq!(Random::at(seed, calls).bits(), random.bits());
        let mut order = random.permutation(100);
        assert_ne!(order, (0..100).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
