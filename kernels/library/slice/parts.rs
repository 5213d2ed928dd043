//! Slices taken apart, and moved about in.

use crate::intrinsics as i;
use crate::ops::{Bound, RangeBounds};
use crate::slice::index;

impl<T> [T] {
    pub const fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        none_if!(self.is_empty());
        let (a, b) = self.split_at_mut(1);
        Some((&mut a[0], b))
    }
    pub const fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let n = self.len();
        none_if!(n == 0);
        let (a, b) = self.split_at_mut(n - 1);
        Some((&mut b[0], a))
    }
    fns! {
        [pub const fn]
        split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])>:
            if mid <= self.len() { Some(self.split_at(mid)) } else { None };
        split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut [T], &mut [T])>:
            if mid <= self.len() { Some(self.split_at_mut(mid)) } else { None };
        first_chunk[const N: usize](&self) -> Option<&[T; N]>:
            if self.len() < N { None } else { Some(unsafe { &*(self.as_ptr() as *const [T; N]) }) };
        first_chunk_mut[const N: usize](&mut self) -> Option<&mut [T; N]>:
            if self.len() < N { None } else { Some(unsafe { &mut *(self.as_mut_ptr() as *mut [T; N]) }) };
        as_array[const N: usize](&self) -> Option<&[T; N]>:
            if self.len() == N { Some(unsafe { &*(self.as_ptr() as *const [T; N]) }) } else { None };
        as_mut_array[const N: usize](&mut self) -> Option<&mut [T; N]>:
            if self.len() == N { Some(unsafe { &mut *(self.as_mut_ptr() as *mut [T; N]) }) } else { None };
        => [pub fn]
        binary_search_by_key['a, B: Ord, F: FnMut(&'a T) -> B](&'a self, b: &B, mut f: F) -> Result<usize, usize>:
            self.binary_search_by(|k| f(k).cmp(b));
        is_sorted_by_key['a, F: FnMut(&'a T) -> K, K: PartialOrd](&'a self, f: F) -> bool:
            self.iter().is_sorted_by_key(f);
        => [#[track_caller] pub fn]
        copy_within[R: RangeBounds<usize>](&mut self, src: R, dest: usize) [where T: Copy] {
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
            counting!(k in 0, count => {
                if dest <= start {
                    self[dest + k] = self[start + k];
                } else {
                    self[dest + count - 1 - k] = self[start + count - 1 - k];
                }
            });
        }
    }
    pub const fn last_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        let n = self.len();
        if n < N { None } else { self[n - N..].first_chunk() }
    }
    pub const fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])> {
        if_some!(self.first_chunk(), first => Some((first, &self[N..])))
    }
    pub fn is_sorted_by<'a, F: FnMut(&'a T, &'a T) -> bool>(&'a self, mut f: F) -> bool {
        never!(k in 1, self.len() => !f(&self[k - 1], &self[k]))
    }
    #[track_caller]
    #[const_unstable] pub fn swap_with_slice(&mut self, other: &mut [T]) {
        assert!(self.len() == other.len(), "destination and source slices have different lengths");
        counting!(k in 0, self.len() => {
            crate::mem::swap(&mut self[k], &mut other[k]);
        });
    }
}

/// How many T are in n arrays; where these take no memory, they may be more than a usize counts.
const fn flat_len<T>(n: usize, each: usize) -> usize {
    if unsafe { i::size_of::<T>() } != 0 {
        return n.wrapping_mul(each);
    }
    held_or!(n.checked_mul(each), panic!("slice len overflow"))
}

impl<T, const N: usize> [[T; N]] {
    unsafe_fns! {
        [pub const fn]
        as_flattened(&self) -> &[T]:
            &*i::slice_from_raw_parts(self.as_ptr() as *const T, flat_len::<T>(self.len(), N));
        as_flattened_mut(&mut self) -> &mut [T]:
            &mut *i::slice_from_raw_parts_mut(self.as_mut_ptr() as *mut T, flat_len::<T>(self.len(), N));
    }
}
