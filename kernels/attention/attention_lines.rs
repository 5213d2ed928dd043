//! Lines of tensors that blocks of 128 threads bring to shared memory.
use crate::attention_numbers::Number;
use rustg_std::mma::{copies_commit, copy_async};
use rustg_std::prelude::*;

const THREADS: usize = 128;

/// Where chunk c, of 8 elements, of a line lies. Neighbouring lines' begin in different banks.
pub fn place<const D: usize>(line: usize, c: usize) -> usize {
    line * D + (c ^ (line % 8)) * 8
}

/// Lines of a head in memory, of which there are so many.
pub struct Lines<T> {
    from: *const T,
    stride: usize,
    count: u32,
    by_copy: bool,
}

impl<T: Number> Lines<T> {
    pub fn new(from: *const T, at: u64, stride: u64, count: u32) -> Lines<T> {
        let from = from.wrapping_add(at as usize);
        Lines { from, stride: stride as usize, count, by_copy: from as usize % 16 == 0 && stride % 8 == 0 }
    }

    /// Begins to bring the thread's part of N lines from `first` on, as a group of copies. Those behind the last one
    /// are zero.
    ///
    /// # Safety
    /// Nobody uses `to`, and the lines are there.
    pub unsafe fn bring<const D: usize, const N: usize>(&self, to: *mut T, first: u32) {
        for i in 0..N * D / 8 / THREADS {
            let chunk = i * THREADS + thread::idx_x() as usize;
            let (line, c) = (chunk / (D / 8), chunk % (D / 8));
            let is_there = first + (line as u32) < self.count;
            let from = self.from.wrapping_add((first as usize + line) * self.stride + 8 * c);
            let to = to.wrapping_add(place::<D>(line, c));
            if self.by_copy {
                // SAFETY: so many elements are there, and of none no address is taken.
                unsafe { copy_async(to, if is_there { from } else { self.from }, if is_there { 16 } else { 0 }) };
            } else {
                for e in 0..8 {
                    // SAFETY: inside.
                    unsafe { *to.add(e) = if is_there { *from.add(e) } else { T::ZERO } };
                }
            }
        }
        copies_commit();
    }
}
