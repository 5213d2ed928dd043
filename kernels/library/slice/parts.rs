//! Slices taken apart, and moved about in.

use crate::intrinsics as i;
use crate::ops::{Bound, RangeBounds};
use crate::slice::index;
use crate::slice::part_mut;

impl<T> [T] {
    #[track_caller]
    pub fn rchunks(&self, size: usize) -> RChunks<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        RChunks { slice: self, size }
    }
    #[track_caller]
    pub fn chunks_exact_mut(&mut self, size: usize) -> ChunksExactMut<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        let n = self.len() / size * size;
        let (slice, rest) = self.split_at_mut(n);
        ChunksExactMut { slice, rest, size }
    }
    pub fn chunk_by<F: FnMut(&T, &T) -> bool>(&self, f: F) -> ChunkBy<'_, T, F> {
        ChunkBy { slice: self, f }
    }
    pub fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        if self.is_empty() {
            return None;
        }
        let (a, b) = self.split_at_mut(1);
        Some((&mut a[0], b))
    }
    pub fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let n = self.len();
        if n == 0 {
            return None;
        }
        let (a, b) = self.split_at_mut(n - 1);
        Some((&mut b[0], a))
    }
    pub fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])> {
        if mid <= self.len() { Some(self.split_at(mid)) } else { None }
    }
    pub fn split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut [T], &mut [T])> {
        if mid <= self.len() { Some(self.split_at_mut(mid)) } else { None }
    }
    pub fn first_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() < N { None } else { Some(unsafe { &*(self.as_ptr() as *const [T; N]) }) }
    }
    pub fn first_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        if self.len() < N { None } else { Some(unsafe { &mut *(self.as_mut_ptr() as *mut [T; N]) }) }
    }
    pub fn last_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        let n = self.len();
        if n < N { None } else { self[n - N..].first_chunk() }
    }
    pub fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])> {
        match self.first_chunk() {
            Some(first) => Some((first, &self[N..])),
            None => None,
        }
    }
    pub fn binary_search_by_key<'a, B: Ord, F: FnMut(&'a T) -> B>(&'a self, b: &B, mut f: F) -> Result<usize, usize> {
        self.binary_search_by(|k| f(k).cmp(b))
    }
    pub fn is_sorted_by<'a, F: FnMut(&'a T, &'a T) -> bool>(&'a self, mut f: F) -> bool {
        let mut k = 1;
        while k < self.len() {
            if !f(&self[k - 1], &self[k]) {
                return false;
            }
            k += 1;
        }
        true
    }
    pub fn is_sorted_by_key<'a, F: FnMut(&'a T) -> K, K: PartialOrd>(&'a self, f: F) -> bool {
        self.iter().is_sorted_by_key(f)
    }
    #[track_caller]
    pub fn swap_with_slice(&mut self, other: &mut [T]) {
        assert!(self.len() == other.len(), "destination and source slices have different lengths");
        let mut k = 0;
        while k < self.len() {
            crate::mem::swap(&mut self[k], &mut other[k]);
            k += 1;
        }
    }
    #[track_caller]
    pub fn copy_within<R: RangeBounds<usize>>(&mut self, src: R, dest: usize)
    where
        T: Copy,
    {
        let n = self.len();
        let end = match src.end_bound() {
            Bound::Included(last) if *last >= n => index::fail(0, *last, n),
            Bound::Included(last) => *last + 1,
            Bound::Excluded(end) => *end,
            Bound::Unbounded => n,
        };
        let start = match src.start_bound() {
            Bound::Included(start) => *start,
            Bound::Excluded(before) if *before >= n => index::fail(*before, end, n),
            Bound::Excluded(before) => *before + 1,
            Bound::Unbounded => 0,
        };
        if end > n {
            index::fail(0, end, n);
        }
        let count = self[start..end].len();
        assert!(dest <= n - count, "dest is out of bounds");
        let mut k = 0;
        while k < count {
            if dest <= start {
                self[dest + k] = self[start + k];
            } else {
                self[dest + count - 1 - k] = self[start + count - 1 - k];
            }
            k += 1;
        }
    }
}

impl<T, const N: usize> [[T; N]] {
    pub fn as_flattened(&self) -> &[T] {
        unsafe { &*i::slice_from_raw_parts(self.as_ptr() as *const T, self.len() * N) }
    }
    pub fn as_flattened_mut(&mut self) -> &mut [T] {
        unsafe { &mut *i::slice_from_raw_parts_mut(self.as_mut_ptr() as *mut T, self.len() * N) }
    }
}

/// Pieces of `size` from the end on, the last one shorter.
pub struct RChunks<'a, T> {
    pub(crate) slice: &'a [T],
    pub(crate) size: usize,
}

impl<'a, T> Iterator for RChunks<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let n = self.slice.len();
        if n == 0 {
            return None;
        }
        let (rest, last) = self.slice.split_at(n.saturating_sub(self.size));
        self.slice = rest;
        Some(last)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len().div_ceil(self.size);
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for RChunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.slice.len();
        if n == 0 {
            return None;
        }
        let short = n % self.size;
        let (last, rest) = self.slice.split_at(if short == 0 { self.size } else { short });
        self.slice = rest;
        Some(last)
    }
}
impl<'a, T> ExactSizeIterator for RChunks<'a, T> {}

/// Pieces of `size` to write to; what is left over is the remainder.
pub struct ChunksExactMut<'a, T> {
    slice: &'a mut [T],
    rest: &'a mut [T],
    size: usize,
}

impl<'a, T> ChunksExactMut<'a, T> {
    pub fn into_remainder(self) -> &'a mut [T] {
        self.rest
    }
}

impl<'a, T> Iterator for ChunksExactMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        let n = self.slice.len();
        if n == 0 {
            return None;
        }
        let (pointer, k) = (self.slice.as_mut_ptr(), self.size);
        unsafe {
            self.slice = part_mut(pointer, k, i::unchecked_sub(n, k));
            Some(part_mut(pointer, 0, k))
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len() / self.size;
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for ChunksExactMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let n = self.slice.len();
        if n == 0 {
            return None;
        }
        let (pointer, k) = (self.slice.as_mut_ptr(), n - self.size);
        unsafe {
            self.slice = part_mut(pointer, 0, k);
            Some(part_mut(pointer, k, self.size))
        }
    }
}
impl<'a, T> ExactSizeIterator for ChunksExactMut<'a, T> {}

/// Runs of neighbours that belong together.
pub struct ChunkBy<'a, T, F> {
    slice: &'a [T],
    f: F,
}

impl<'a, T, F: FnMut(&T, &T) -> bool> Iterator for ChunkBy<'a, T, F> {
    type Item = &'a [T];
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len();
        (if n == 0 { 0 } else { 1 }, Some(n))
    }
    fn next(&mut self) -> Option<&'a [T]> {
        if self.slice.is_empty() {
            return None;
        }
        let mut n = 1;
        while n < self.slice.len() && (self.f)(&self.slice[n - 1], &self.slice[n]) {
            n += 1;
        }
        let (first, rest) = self.slice.split_at(n);
        self.slice = rest;
        Some(first)
    }
}
impl<'a, T, F: FnMut(&T, &T) -> bool> DoubleEndedIterator for ChunkBy<'a, T, F> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let mut n = self.slice.len();
        if n == 0 {
            return None;
        }
        n -= 1;
        while n > 0 && (self.f)(&self.slice[n - 1], &self.slice[n]) {
            n -= 1;
        }
        let (rest, last) = self.slice.split_at(n);
        self.slice = rest;
        Some(last)
    }
}
