//! Pieces of slices: from the end on, to write to, and of a size that the type knows.

use crate::intrinsics as i;
use crate::mem::take;
use crate::slice::{part, part_mut};

impl<T> [T] {
    #[track_caller]
    pub fn rchunks_mut(&mut self, size: usize) -> RChunksMut<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        RChunksMut { slice: self, size }
    }
    #[track_caller]
    pub fn rchunks_exact(&self, size: usize) -> RChunksExact<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        let (rest, slice) = self.split_at(self.len() % size);
        RChunksExact { slice, rest, size }
    }
    #[track_caller]
    pub fn rchunks_exact_mut(&mut self, size: usize) -> RChunksExactMut<'_, T> {
        assert!(size != 0, "chunk size must be non-zero");
        let n = self.len() % size;
        let (rest, slice) = self.split_at_mut(n);
        RChunksExactMut { slice, rest, size }
    }
    pub fn chunk_by_mut<F: FnMut(&T, &T) -> bool>(&mut self, f: F) -> ChunkByMut<'_, T, F> {
        ChunkByMut { slice: self, f }
    }
    #[track_caller]
    pub fn array_windows<const N: usize>(&self) -> ArrayWindows<'_, T, N> {
        const { assert!(N != 0, "window size must be non-zero") };
        ArrayWindows { slice: self }
    }
    #[track_caller]
    pub const fn as_chunks<const N: usize>(&self) -> (&[[T; N]], &[T]) {
        const { assert!(N != 0, "chunk size must be non-zero") };
        let n = self.len() / N;
        unsafe { (&*i::slice_from_raw_parts(self.as_ptr() as *const [T; N], n), part(self.as_ptr(), n * N, self.len() - n * N)) }
    }
    #[track_caller]
    pub const fn as_chunks_mut<const N: usize>(&mut self) -> (&mut [[T; N]], &mut [T]) {
        const { assert!(N != 0, "chunk size must be non-zero") };
        let (all, n) = (self.len(), self.len() / N);
        let p = self.as_mut_ptr();
        unsafe { (&mut *i::slice_from_raw_parts_mut(p as *mut [T; N], n), part_mut(p, n * N, all - n * N)) }
    }
    #[track_caller]
    pub const fn as_rchunks<const N: usize>(&self) -> (&[T], &[[T; N]]) {
        const { assert!(N != 0, "chunk size must be non-zero") };
        let n = self.len() / N;
        let short = self.len() - n * N;
        unsafe { (part(self.as_ptr(), 0, short), &*i::slice_from_raw_parts(i::ptr_offset(self.as_ptr(), short as isize) as *const [T; N], n)) }
    }
    #[track_caller]
    pub const fn as_rchunks_mut<const N: usize>(&mut self) -> (&mut [T], &mut [[T; N]]) {
        const { assert!(N != 0, "chunk size must be non-zero") };
        let n = self.len() / N;
        let short = self.len() - n * N;
        let p = self.as_mut_ptr();
        unsafe { (part_mut(p, 0, short), &mut *i::slice_from_raw_parts_mut(i::ptr_offset_mut(p, short as isize) as *mut [T; N], n)) }
    }
    #[track_caller]
    pub const unsafe fn as_chunks_unchecked<const N: usize>(&self) -> &[[T; N]] {
        const { assert!(N != 0, "chunk size must be non-zero") };
        unsafe { &*i::slice_from_raw_parts(self.as_ptr() as *const [T; N], self.len() / N) }
    }
    #[track_caller]
    pub const unsafe fn as_chunks_unchecked_mut<const N: usize>(&mut self) -> &mut [[T; N]] {
        const { assert!(N != 0, "chunk size must be non-zero") };
        let n = self.len() / N;
        unsafe { &mut *i::slice_from_raw_parts_mut(self.as_mut_ptr() as *mut [T; N], n) }
    }
}

/// Every run of N neighbours.
pub struct ArrayWindows<'a, T, const N: usize> {
    slice: &'a [T],
}

impl<'a, T, const N: usize> Clone for ArrayWindows<'a, T, N> {
    fn clone(&self) -> Self {
        ArrayWindows { slice: self.slice }
    }
}
impl<'a, T, const N: usize> Iterator for ArrayWindows<'a, T, N> {
    type Item = &'a [T; N];
    fn next(&mut self) -> Option<&'a [T; N]> {
        let first = self.slice.first_chunk();
        if first.is_some() {
            self.slice = &self.slice[1..];
        }
        first
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.slice.len() + 1).saturating_sub(N);
        (n, Some(n))
    }
}
impl<'a, T, const N: usize> DoubleEndedIterator for ArrayWindows<'a, T, N> {
    fn next_back(&mut self) -> Option<&'a [T; N]> {
        let last = self.slice.last_chunk();
        if last.is_some() {
            self.slice = &self.slice[..self.slice.len() - 1];
        }
        last
    }
}
impl<'a, T, const N: usize> ExactSizeIterator for ArrayWindows<'a, T, N> {}

/// Pieces of `size` from the end on to write to, the last one shorter.
pub struct RChunksMut<'a, T> {
    slice: &'a mut [T],
    size: usize,
}

impl<'a, T> Iterator for RChunksMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.slice.is_empty() {
            return None;
        }
        let at = self.slice.len().saturating_sub(self.size);
        let (rest, last) = take(&mut self.slice).split_at_mut(at);
        self.slice = rest;
        Some(last)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len().div_ceil(self.size);
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for RChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.slice.is_empty() {
            return None;
        }
        let short = self.slice.len() % self.size;
        let (first, rest) = take(&mut self.slice).split_at_mut(if short == 0 { self.size } else { short });
        self.slice = rest;
        Some(first)
    }
}
impl<'a, T> ExactSizeIterator for RChunksMut<'a, T> {}

/// Pieces of `size` from the end on; what is left over is the remainder.
pub struct RChunksExact<'a, T> {
    slice: &'a [T],
    rest: &'a [T],
    size: usize,
}

impl<'a, T> RChunksExact<'a, T> {
    pub fn remainder(&self) -> &'a [T] {
        self.rest
    }
}
impl<'a, T> Clone for RChunksExact<'a, T> {
    fn clone(&self) -> Self {
        RChunksExact { slice: self.slice, rest: self.rest, size: self.size }
    }
}
impl<'a, T> Iterator for RChunksExact<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        if self.slice.is_empty() {
            return None;
        }
        let (rest, last) = self.slice.split_at(self.slice.len() - self.size);
        self.slice = rest;
        Some(last)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len() / self.size;
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for RChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.slice.is_empty() {
            return None;
        }
        let (first, rest) = self.slice.split_at(self.size);
        self.slice = rest;
        Some(first)
    }
}
impl<'a, T> ExactSizeIterator for RChunksExact<'a, T> {}

/// Likewise, to write to.
pub struct RChunksExactMut<'a, T> {
    slice: &'a mut [T],
    rest: &'a mut [T],
    size: usize,
}

impl<'a, T> RChunksExactMut<'a, T> {
    pub fn into_remainder(self) -> &'a mut [T] {
        self.rest
    }
}
impl<'a, T> Iterator for RChunksExactMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.slice.is_empty() {
            return None;
        }
        let at = self.slice.len() - self.size;
        let (rest, last) = take(&mut self.slice).split_at_mut(at);
        self.slice = rest;
        Some(last)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len() / self.size;
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for RChunksExactMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.slice.is_empty() {
            return None;
        }
        let (first, rest) = take(&mut self.slice).split_at_mut(self.size);
        self.slice = rest;
        Some(first)
    }
}
impl<'a, T> ExactSizeIterator for RChunksExactMut<'a, T> {}

/// Runs of neighbours that belong together, to write to.
pub struct ChunkByMut<'a, T, F> {
    slice: &'a mut [T],
    f: F,
}

impl<'a, T, F: FnMut(&T, &T) -> bool> Iterator for ChunkByMut<'a, T, F> {
    type Item = &'a mut [T];
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len();
        (if n == 0 { 0 } else { 1 }, Some(n))
    }
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.slice.is_empty() {
            return None;
        }
        let mut n = 1;
        while n < self.slice.len() && (self.f)(&self.slice[n - 1], &self.slice[n]) {
            n += 1;
        }
        let (first, rest) = take(&mut self.slice).split_at_mut(n);
        self.slice = rest;
        Some(first)
    }
}
impl<'a, T, F: FnMut(&T, &T) -> bool> DoubleEndedIterator for ChunkByMut<'a, T, F> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let mut n = self.slice.len();
        if n == 0 {
            return None;
        }
        n -= 1;
        while n > 0 && (self.f)(&self.slice[n - 1], &self.slice[n]) {
            n -= 1;
        }
        let (rest, last) = take(&mut self.slice).split_at_mut(n);
        self.slice = rest;
        Some(last)
    }
}
