//! Batches that threads make while others are learnt from.

use rustg_tensor::{Error, Random, Result};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// The numbers of samples of each batch: all n, `size` each, in a random order or in theirs. The last batch may have fewer.
pub fn batches(n: usize, size: usize, random: Option<&mut Random>) -> Vec<Vec<usize>> {
    let order: Vec<usize> = match random {
        Some(random) => random.permutation(n).into_iter().map(|at| at as usize).collect(),
        None => (0..n).collect(),
    };
    order.chunks(size.max(1)).map(<[usize]>::to_vec).collect()
}

/// Makes a batch from the indices of its items.
type Make<B> = dyn Fn(&[usize]) -> Result<B> + Send + Sync;

struct State<B> {
    /// The next batch that nobody makes yet, and the next that is wanted.
    claimed: usize,
    wanted: usize,
    made: BTreeMap<usize, Result<B>>,
    is_over: bool,
}

struct Shared<B> {
    batches: Vec<Vec<usize>>,
    make: Box<Make<B>>,
    ahead: usize,
    state: Mutex<State<B>>,
    changed: Condvar,
}

impl<B> Shared<B> {
    fn lock(&self) -> MutexGuard<'_, State<B>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn made(&self, batch: usize) -> Result<B> {
        let made = catch_unwind(AssertUnwindSafe(|| (self.make)(&self.batches[batch])));
        made.unwrap_or_else(|_| Err(Error::argument("Loader", format!("making batch {batch} panicked"))))
    }

    fn work(&self) {
        let mut state = self.lock();
        loop {
            if state.is_over || state.claimed >= self.batches.len() {
                return;
            }
            if state.claimed >= state.wanted + self.ahead {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let own = state.claimed;
            state.claimed += 1;
            drop(state);
            let made = self.made(own);
            state = self.lock();
            state.made.insert(own, made);
            self.changed.notify_all();
        }
    }
}

/// Gives batches in their order, whoever makes them first. What a batch is made of is the caller's: tensors may be put on a device by
/// the threads too.
///
/// ```
/// use rustg_nn::{Loader, batches};
/// use rustg_tensor::{Device, Result, Tensor};
/// # fn main() -> Result<()> {
/// let device = Device::cpu()?;
/// let loader = Loader::new(batches(10, 4, None), 2, 3, move |samples| {
///     let numbers: Vec<f32> = samples.iter().map(|at| *at as f32).collect();
///     Tensor::from_slice(&device, &numbers, &[samples.len()])
/// });
/// let sums: Result<Vec<f64>> = loader.map(|batch| batch?.sum_all()?.number()).collect();
/// assert_eq!(sums?, [6.0, 22.0, 17.0]);
/// # Ok(())
/// # }
/// ```
pub struct Loader<B> {
    shared: Arc<Shared<B>>,
    workers: Vec<JoinHandle<()>>,
    next: usize,
}

impl<B: Send + 'static> Loader<B> {
    /// Of batches as [`batches`] gives them: so many `workers` make them, and are at most `ahead` before what was wanted last.
    /// Without workers a batch is made when it is wanted.
    pub fn new(
        batches: Vec<Vec<usize>>,
        workers: usize,
        ahead: usize,
        make: impl Fn(&[usize]) -> Result<B> + Send + Sync + 'static,
    ) -> Loader<B> {
        let state = State { claimed: 0, wanted: 0, made: BTreeMap::new(), is_over: false };
        let (make, state) = (Box::new(make), Mutex::new(state));
        let shared = Arc::new(Shared { batches, make, ahead: ahead.max(1), state, changed: Condvar::new() });
        let start = |_| {
            let shared = shared.clone();
            thread::Builder::new().name("loader".into()).spawn(move || shared.work()).ok()
        };
        // where there are no threads the others, or the caller, make all of it
        let workers = (0..workers).filter_map(start).collect();
        Loader { shared, workers, next: 0 }
    }
}

impl<B> Iterator for Loader<B> {
    type Item = Result<B>;

    fn next(&mut self) -> Option<Result<B>> {
        let own = self.next;
        if own >= self.shared.batches.len() {
            return None;
        }
        self.next += 1;
        if self.workers.is_empty() {
            return Some(self.shared.made(own));
        }
        let mut state = self.shared.lock();
        loop {
            if let Some(made) = state.made.remove(&own) {
                state.wanted = own + 1;
                self.shared.changed.notify_all();
                return Some(made);
            }
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.shared.batches.len() - self.next;
        (rest, Some(rest))
    }
}

impl<B> ExactSizeIterator for Loader<B> {}

impl<B> Drop for Loader<B> {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_all();
        for worker in self.workers.drain(..) {
            // a batch's panic was caught and told
            drop(worker.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn every_sample_is_once_in_a_batch() {
        let mut random = Random::new(3);
        let all = batches(10, 4, Some(&mut random));
        assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 2]);
        let mut flat = all.concat();
        assert_ne!(flat, (0..10).collect::<Vec<_>>());
        flat.sort_unstable();
        assert_eq!(flat, (0..10).collect::<Vec<_>>());
        assert_eq!(batches(3, 0, None), [[0], [1], [2]]);
        assert!(batches(0, 4, None).is_empty());
    }

    #[test]
    fn batches_come_in_order() {
        for workers in [0, 1, 4] {
            let make = |samples: &[usize]| {
                // the first ones take longest
                thread::sleep(Duration::from_millis(8 - (samples[0] as u64).min(8)));
                Ok(samples[0])
            };
            let loader = Loader::new(batches(20, 1, None), workers, 3, make);
            assert_eq!(loader.len(), 20);
            assert_eq!(loader.map(Result::unwrap).collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_more_is_made_than_is_asked_for() {
        let made = Arc::new(AtomicUsize::new(0));
        let own = made.clone();
        let mut loader = Loader::new(batches(100, 1, None), 3, 5, move |_| Ok(own.fetch_add(1, Ordering::SeqCst)));
        loader.next().unwrap().unwrap();
        thread::sleep(Duration::from_millis(50));
        assert!((1..=6).contains(&made.load(Ordering::SeqCst)), "{}", made.load(Ordering::SeqCst));
        drop(loader);
        assert!(made.load(Ordering::SeqCst) <= 6);
    }

    #[test]
    fn what_goes_wrong_is_told_in_its_place() {
        let make = |samples: &[usize]| match samples[0] {
            1 => Err(Error::argument("sample", "is torn")),
            2 => panic!("on purpose"),
            n => Ok(n),
        };
        for workers in [0, 2] {
            let found: Vec<String> = Loader::new(batches(4, 1, None), workers, 2, make)
                .map(|batch| batch.map_or_else(|error| error.to_string(), |n| n.to_string()))
                .collect();
            assert_eq!(found, ["0", "sample: is torn", "Loader: making batch 2 panicked", "3"]);
        }
    }
}
