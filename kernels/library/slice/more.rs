//! Slices by fixed parts, several places at once, sorted places, and slices of bytes.

use crate::common::{Display, Ordering, i, part, part_mut};
use crate::ops::Range;

/// What get_disjoint_mut says of places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GetDisjointMutError {
    IndexOutOfBounds,
    OverlappingIndices,
}
written! {
    Display GetDisjointMutError: self f f.pad(match self {
        GetDisjointMutError::IndexOutOfBounds => "an index is out of bounds",
        GetDisjointMutError::OverlappingIndices => "there were overlapping indices",
    });
}

/// An element of an end, and the slice is what is left.
macro_rules! split_off {
    ($me:ident $($name:ident [$($mutable:ident)?] $split:expr;)*) => {$(
        #[const_unstable] pub fn $name<'a>($me: &mut &'a $($mutable)? [T]) -> Option<&'a $($mutable)? T> {
            let (one, rest) = $split?;
            *$me = rest;
            Some(one)
        }
    )*};
}
/// Values of another type where these may lie, and what is before and behind them: as many as begin where a value does.
macro_rules! align_to {
    ($($name:ident [$($mutable:ident)?] $pointer:ident $as_ptr:ident $part:ident $split_at:ident;)*) => {$(
        pub unsafe fn $name<U>(&$($mutable)? self) -> (&$($mutable)? [T], &$($mutable)? [U], &$($mutable)? [T]) {
            let (size, other) = unsafe { (i::size_of::<T>(), i::size_of::<U>()) };
            if size == 0 || other == 0 {
                return (self, &$($mutable)? [], &$($mutable)? []);
            }
            let before = self.as_ptr().align_offset(unsafe { i::align_of::<U>() });
            if before > self.len() {
                return (self, &$($mutable)? [], &$($mutable)? []);
            }
            let (mut shared, mut rest) = (size, other);
            while rest != 0 {
                (shared, rest) = (rest, shared % rest);
            }
            let n = (self.len() - before) / (other / shared);
            let (first, more) = self.$split_at(before);
            let (seen, last) = more.$split_at(n * (other / shared));
            (first, unsafe { $part(seen.$as_ptr() as *$pointer U, 0, n * (size / shared)) }, last)
        }
    )*};
}
impl<T> [T] {
    pub const fn as_ptr_range(&self) -> Range<*const T> {
        let start = self.as_ptr();
        Range { start, end: unsafe { i::ptr_offset(start, self.len() as isize) } }
    }
    pub const fn as_mut_ptr_range(&mut self) -> Range<*mut T> {
        let n = self.len();
        let start = self.as_mut_ptr();
        Range { start, end: unsafe { i::ptr_offset_mut(start, n as isize) } }
    }
    pub const fn last_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        let n = self.len();
        none_if!(n < N);
        Some(unsafe { &mut *(i::ptr_offset_mut(self.as_mut_ptr(), (n - N) as isize) as *mut [T; N]) })
    }
    pub const fn split_first_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T; N], &mut [T])> {
        let n = self.len();
        none_if!(n < N);
        let p = self.as_mut_ptr();
        Some(unsafe { (&mut *(p as *mut [T; N]), part_mut(p, N, n - N)) })
    }
    pub const fn split_last_chunk<const N: usize>(&self) -> Option<(&[T], &[T; N])> {
        let n = self.len();
        none_if!(n < N);
        let p = self.as_ptr();
        Some(unsafe { (part(p, 0, n - N), &*(i::ptr_offset(p, (n - N) as isize) as *const [T; N])) })
    }
    pub const fn split_last_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T], &mut [T; N])> {
        let n = self.len();
        none_if!(n < N);
        let p = self.as_mut_ptr();
        Some(unsafe { (part_mut(p, 0, n - N), &mut *(i::ptr_offset_mut(p, (n - N) as isize) as *mut [T; N])) })
    }
    pub const unsafe fn split_at_unchecked(&self, mid: usize) -> (&[T], &[T]) {
        unsafe {
            i::requires(mid <= self.len(), "slice::split_at_unchecked requires the index to be within the slice");
            (part(self.as_ptr(), 0, mid), part(self.as_ptr(), mid, self.len() - mid))
        }
    }
    pub const unsafe fn split_at_mut_unchecked(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        let n = self.len();
        let p = self.as_mut_ptr();
        unsafe { i::requires(mid <= n, "slice::split_at_mut_unchecked requires the index to be within the slice") };
        unsafe { (part_mut(p, 0, mid), part_mut(p, mid, n - mid)) }
    }
    fns! {
        [pub fn]
        strip_prefix(&self, prefix: &[T]) -> Option<&[T]> [where T: PartialEq]:
            if self.starts_with(prefix) { Some(&self[prefix.len()..]) } else { None };
        strip_suffix(&self, suffix: &[T]) -> Option<&[T]> [where T: PartialEq]:
            if self.ends_with(suffix) { Some(&self[..self.len() - suffix.len()]) } else { None };
        sort(&mut self) [where T: Ord] { merge_sort(self, &mut |a: &T, b: &T| a.lt(b)) }
        sort_by[F: FnMut(&T, &T) -> Ordering](&mut self, mut compare: F):
            merge_sort(self, &mut |a: &T, b: &T| compare(a, b).is_lt());
        sort_by_key[K: Ord, F: FnMut(&T) -> K](&mut self, mut f: F):
            merge_sort(self, &mut |a: &T, b: &T| f(a).lt(&f(b)));
        => [#[track_caller] pub fn]
        select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T]) [where T: Ord]:
            select(self, index, &mut |a: &T, b: &T| a.lt(b));
        select_nth_unstable_by[F: FnMut(&T, &T) -> Ordering](&mut self, index: usize, mut compare: F)
            -> (&mut [T], &mut T, &mut [T]): select(self, index, &mut |a: &T, b: &T| compare(a, b).is_lt());
        select_nth_unstable_by_key[K: Ord, F: FnMut(&T) -> K](&mut self, index: usize, mut f: F)
            -> (&mut [T], &mut T, &mut [T]): select(self, index, &mut |a: &T, b: &T| f(a).lt(&f(b)));
    }
    pub unsafe fn get_disjoint_unchecked_mut<const N: usize>(&mut self, indices: [usize; N]) -> [&mut T; N] {
        let p = self.as_mut_ptr();
        crate::array::from_fn(|k| unsafe { &mut *i::ptr_offset_mut(p, indices[k] as isize) })
    }
    pub fn get_disjoint_mut<const N: usize>(
        &mut self, indices: [usize; N],
    ) -> Result<[&mut T; N], GetDisjointMutError> {
        counting!(k in 0, N => {
            if indices[k] >= self.len() {
                return Err(GetDisjointMutError::IndexOutOfBounds);
            }
            counting!(j in 0, k => {
                if indices[j] == indices[k] {
                    return Err(GetDisjointMutError::OverlappingIndices);
                }
            });
        });
        Ok(unsafe { self.get_disjoint_unchecked_mut(indices) })
    }
    split_off! {
        self
        split_off_first [] self.split_first();
        split_off_last [] self.split_last();
        split_off_first_mut [mut] crate::mem::take(self).split_first_mut();
        split_off_last_mut [mut] crate::mem::take(self).split_last_mut();
    }
    align_to! {
        align_to [] const as_ptr part split_at;
        align_to_mut [mut] mut as_mut_ptr part_mut split_at_mut;
    }
    pub fn element_offset(&self, element: &T) -> Option<usize> {
        let bytes = (element as *const T as usize).wrapping_sub(self.as_ptr() as usize);
        let size = unsafe { i::size_of::<T>() };
        if bytes % size == 0 && bytes / size < self.len() { Some(bytes / size) } else { None }
    }
}

/// So short slices are sorted by insertion, as core sorts them.
pub(crate) const SHORT: usize = 20;

/// Stable, without memory.
pub(crate) fn insertion_sort<T, F: FnMut(&T, &T) -> bool>(v: &mut [T], less: &mut F) {
    let n = v.len();
    counting!(k in 1, n => {
        let mut j = k;
        while j > 0 && less(&v[j], &v[j - 1]) {
            v.swap(j - 1, j);
            j -= 1;
        }
    });
}

/// Stable, without memory: sorted runs are merged by rotations.
fn merge_sort<T, F: FnMut(&T, &T) -> bool>(v: &mut [T], less: &mut F) {
    let n = v.len();
    let mut at = 0;
    while at < n {
        let end = if n - at > SHORT { at + SHORT } else { n };
        insertion_sort(&mut v[at..end], less);
        at = end;
    }
    let mut run = SHORT;
    while run < n {
        at = 0;
        while at + run < n {
            let end = if n - at > 2 * run { at + 2 * run } else { n };
            merge(&mut v[at..end], run, less);
            at = end;
        }
        run *= 2;
    }
}

/// Two sorted runs, the second one from `mid` on.
fn merge<T, F: FnMut(&T, &T) -> bool>(v: &mut [T], mid: usize, less: &mut F) {
    let (mut at, mut mid) = (0, mid);
    while at < mid && mid < v.len() {
        if !less(&v[mid], &v[at]) {
            at += 1;
            continue;
        }
        let mut end = mid + 1;
        while end < v.len() && less(&v[end], &v[at]) {
            end += 1;
        }
        v[at..end].rotate_left(mid - at);
        at += end - mid;
        mid = end;
    }
}

#[track_caller]
fn select<'a, T, F: FnMut(&T, &T) -> bool>(
    v: &'a mut [T], index: usize, less: &mut F,
) -> (&'a mut [T], &'a mut T, &'a mut [T]) {
    let n = v.len();
    panic_if!(index >= n, "partition_at_index index {index} greater than length of slice {n}");
    let (mut from, mut to) = (0, n);
    while to - from > 16 {
        let (a, b, c) = (from, from + (to - from) / 2, to - 1);
        let middle = if less(&v[a], &v[b]) != less(&v[a], &v[c]) {
            a
        } else if less(&v[b], &v[a]) != less(&v[b], &v[c]) {
            b
        } else {
            c
        };
        v.swap(middle, c);
        let mut at = from;
        counting!(k in from, c => {
            if less(&v[k], &v[c]) {
                v.swap(k, at);
                at += 1;
            }
        });
        v.swap(at, c);
        if at == index {
            (from, to) = (at, at);
        } else if at < index {
            from = at + 1;
        } else {
            to = at;
        }
        if at == index {
            break;
        }
        // What equals the pivot needs no more passes.
        if at < index {
            let mut same = from;
            k = from;
            while k < to {
                if !less(&v[at], &v[k]) {
                    v.swap(k, same);
                    same += 1;
                }
                k += 1;
            }
            if index < same {
                (from, to) = (index, index);
            } else {
                from = same;
            }
        }
    }
    insertion_sort(&mut v[from..to], less);
    let (left, right) = v.split_at_mut(index);
    let (one, right) = right.split_at_mut(1);
    (left, &mut one[0], right)
}

impl [u8] {
    pub const fn is_ascii(&self) -> bool {
        never!(k in 0, self.len() => self[k] > 127)
    }
    pub const fn eq_ignore_ascii_case(&self, other: &[u8]) -> bool {
        if self.len() != other.len() {
            return false;
        }
        never!(k in 0, self.len() => !self[k].eq_ignore_ascii_case(&other[k]))
    }
    pub const fn make_ascii_uppercase(&mut self) {
        counting!(k in 0, self.len() => {
            self[k] = self[k].to_ascii_uppercase();
        });
    }
    pub const fn make_ascii_lowercase(&mut self) {
        counting!(k in 0, self.len() => {
            self[k] = self[k].to_ascii_lowercase();
        });
    }
    pub const fn trim_ascii_start(&self) -> &[u8] {
        let (mut k, n) = (0, self.len());
        while k < n && self[k].is_ascii_whitespace() {
            k += 1;
        }
        unsafe { part(self.as_ptr(), k, n - k) }
    }
    pub const fn trim_ascii_end(&self) -> &[u8] {
        let mut n = self.len();
        while n > 0 && self[n - 1].is_ascii_whitespace() {
            n -= 1;
        }
        unsafe { part(self.as_ptr(), 0, n) }
    }
    pub const fn trim_ascii(&self) -> &[u8] { self.trim_ascii_start().trim_ascii_end() }
}
