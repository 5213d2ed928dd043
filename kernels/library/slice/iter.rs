//! Iterators over slices.

use crate::intrinsics as i;
use crate::marker::PhantomData;
use crate::slice::{part, part_mut};

pub struct Iter<'a, T> {
    pointer: *const T,
    at: usize,
    end: usize,
    marker: PhantomData<&'a T>,
}
unsafe impl<T: Sync> Send for Iter<'_, T> {}
unsafe impl<T: Sync> Sync for Iter<'_, T> {}

impl<'a, T> Iter<'a, T> {
    pub(crate) fn new(slice: &'a [T]) -> Iter<'a, T> {
        let end = slice.len();
        Iter { pointer: slice.as_ptr(), at: 0, end, marker: PhantomData }
    }
    pub fn as_slice(&self) -> &'a [T] {
        unsafe { part(self.pointer, self.at, i::unchecked_sub(self.end, self.at)) }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        if self.at < self.end {
            let at = self.at;
            unsafe {
                self.at = i::unchecked_add(at, 1);
                Some(&*i::ptr_offset(self.pointer, at as isize))
            }
        } else {
            None
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = unsafe { i::unchecked_sub(self.end, self.at) };
        (n, Some(n))
    }
    fn count(self) -> usize {
        unsafe { i::unchecked_sub(self.end, self.at) }
    }
    fn nth(&mut self, n: usize) -> Option<&'a T> {
        unsafe {
            if n < i::unchecked_sub(self.end, self.at) {
                let at = i::unchecked_add(self.at, n);
                self.at = i::unchecked_add(at, 1);
                Some(&*i::ptr_offset(self.pointer, at as isize))
            } else {
                self.at = self.end;
                None
            }
        }
    }
    fn __skip_now(&mut self, n: usize) -> bool {
        unsafe {
            self.at = if n < i::unchecked_sub(self.end, self.at) { i::unchecked_add(self.at, n) } else { self.end };
        }
        true
    }
    fn __next_step(&mut self, skip: usize, first: &mut bool) -> Option<&'a T> {
        if self.at < self.end {
            let at = self.at;
            unsafe {
                self.at = if skip < i::unchecked_sub(self.end, at) { i::unchecked_add(i::unchecked_add(at, skip), 1) } else { self.end };
                Some(&*i::ptr_offset(self.pointer, at as isize))
            }
        } else {
            None
        }
    }
    fn last(mut self) -> Option<&'a T> {
        self.next_back()
    }
}
impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        if self.at < self.end {
            unsafe {
                self.end = i::unchecked_sub(self.end, 1);
                Some(&*i::ptr_offset(self.pointer, self.end as isize))
            }
        } else {
            None
        }
    }
    fn nth_back(&mut self, n: usize) -> Option<&'a T> {
        unsafe {
            if n < i::unchecked_sub(self.end, self.at) {
                self.end = i::unchecked_sub(i::unchecked_sub(self.end, n), 1);
                Some(&*i::ptr_offset(self.pointer, self.end as isize))
            } else {
                self.end = self.at;
                None
            }
        }
    }
}
impl<'a, T> ExactSizeIterator for Iter<'a, T> {}

pub struct IterMut<'a, T> {
    pointer: *mut T,
    at: usize,
    end: usize,
    marker: PhantomData<&'a mut T>,
}
unsafe impl<T: Send> Send for IterMut<'_, T> {}
unsafe impl<T: Sync> Sync for IterMut<'_, T> {}

impl<'a, T> IterMut<'a, T> {
    pub(crate) fn new(slice: &'a mut [T]) -> IterMut<'a, T> {
        let end = slice.len();
        IterMut { pointer: slice.as_mut_ptr(), at: 0, end, marker: PhantomData }
    }
    pub fn into_slice(self) -> &'a mut [T] {
        unsafe { part_mut(self.pointer, self.at, i::unchecked_sub(self.end, self.at)) }
    }
}

impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;
    fn next(&mut self) -> Option<&'a mut T> {
        if self.at < self.end {
            let at = self.at;
            unsafe {
                self.at = i::unchecked_add(at, 1);
                Some(&mut *i::ptr_offset_mut(self.pointer, at as isize))
            }
        } else {
            None
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = unsafe { i::unchecked_sub(self.end, self.at) };
        (n, Some(n))
    }
    fn count(self) -> usize {
        unsafe { i::unchecked_sub(self.end, self.at) }
    }
    fn nth(&mut self, n: usize) -> Option<&'a mut T> {
        unsafe {
            if n < i::unchecked_sub(self.end, self.at) {
                let at = i::unchecked_add(self.at, n);
                self.at = i::unchecked_add(at, 1);
                Some(&mut *i::ptr_offset_mut(self.pointer, at as isize))
            } else {
                self.at = self.end;
                None
            }
        }
    }
    fn __skip_now(&mut self, n: usize) -> bool {
        unsafe {
            self.at = if n < i::unchecked_sub(self.end, self.at) { i::unchecked_add(self.at, n) } else { self.end };
        }
        true
    }
    fn __next_step(&mut self, skip: usize, first: &mut bool) -> Option<&'a mut T> {
        if self.at < self.end {
            let at = self.at;
            unsafe {
                self.at = if skip < i::unchecked_sub(self.end, at) { i::unchecked_add(i::unchecked_add(at, skip), 1) } else { self.end };
                Some(&mut *i::ptr_offset_mut(self.pointer, at as isize))
            }
        } else {
            None
        }
    }
    fn last(mut self) -> Option<&'a mut T> {
        self.next_back()
    }
}
impl<'a, T> DoubleEndedIterator for IterMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut T> {
        if self.at < self.end {
            unsafe {
                self.end = i::unchecked_sub(self.end, 1);
                Some(&mut *i::ptr_offset_mut(self.pointer, self.end as isize))
            }
        } else {
            None
        }
    }
    fn nth_back(&mut self, n: usize) -> Option<&'a mut T> {
        unsafe {
            if n < i::unchecked_sub(self.end, self.at) {
                self.end = i::unchecked_sub(i::unchecked_sub(self.end, n), 1);
                Some(&mut *i::ptr_offset_mut(self.pointer, self.end as isize))
            } else {
                self.end = self.at;
                None
            }
        }
    }
}
impl<'a, T> ExactSizeIterator for IterMut<'a, T> {}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Iter<'a, T> {
        Iter { pointer: self.pointer, at: self.at, end: self.end, marker: PhantomData }
    }
}

impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        Iter::new(self)
    }
}
impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn into_iter(self) -> IterMut<'a, T> {
        IterMut::new(self)
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn __size() -> (usize, Option<usize>) {
        (N, Some(N))
    }
    fn into_iter(self) -> Iter<'a, T> {
        Iter::new(self)
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn __size() -> (usize, Option<usize>) {
        (N, Some(N))
    }
    fn into_iter(self) -> IterMut<'a, T> {
        IterMut::new(self)
    }
}

/// Every run of `size` neighbours.
pub struct Windows<'a, T> {
    pub(crate) slice: &'a [T],
    pub(crate) size: usize,
}

impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let n = self.slice.len();
        if self.size > n {
            None
        } else {
            let pointer = self.slice.as_ptr();
            unsafe {
                self.slice = part(pointer, 1, i::unchecked_sub(n, 1));
                Some(part(pointer, 0, self.size))
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.slice.len() + 1).saturating_sub(self.size);
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for Windows<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.slice.len();
        if self.size > n {
            None
        } else {
            let last = &self.slice[n - self.size..];
            self.slice = &self.slice[..n - 1];
            Some(last)
        }
    }
}
impl<'a, T> ExactSizeIterator for Windows<'a, T> {}

/// Pieces of `size`, the last one shorter.
pub struct Chunks<'a, T> {
    pub(crate) slice: &'a [T],
    pub(crate) size: usize,
}

impl<'a, T> Iterator for Chunks<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let n = self.slice.len();
        if n == 0 {
            None
        } else {
            let (first, rest) = self.slice.split_at(if self.size < n { self.size } else { n });
            self.slice = rest;
            Some(first)
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len().div_ceil(self.size);
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for Chunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.slice.len();
        if n == 0 {
            None
        } else {
            let short = n % self.size;
            let (rest, last) = self.slice.split_at(n - if short == 0 { self.size } else { short });
            self.slice = rest;
            Some(last)
        }
    }
}
impl<'a, T> ExactSizeIterator for Chunks<'a, T> {}

/// Pieces of `size` to write to, the last one shorter.
pub struct ChunksMut<'a, T> {
    pub(crate) slice: &'a mut [T],
    pub(crate) size: usize,
}

impl<'a, T> Iterator for ChunksMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        let n = self.slice.len();
        if n == 0 {
            None
        } else {
            let k = if self.size < n { self.size } else { n };
            let pointer = self.slice.as_mut_ptr();
            unsafe {
                self.slice = part_mut(pointer, k, i::unchecked_sub(n, k));
                Some(part_mut(pointer, 0, k))
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len().div_ceil(self.size);
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for ChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let n = self.slice.len();
        if n == 0 {
            return None;
        }
        let short = n % self.size;
        let k = n - if short == 0 { self.size } else { short };
        let pointer = self.slice.as_mut_ptr();
        unsafe {
            self.slice = part_mut(pointer, 0, k);
            Some(part_mut(pointer, k, i::unchecked_sub(n, k)))
        }
    }
}
impl<'a, T> ExactSizeIterator for ChunksMut<'a, T> {}

/// Pieces of `size`; what is left over is the remainder.
pub struct ChunksExact<'a, T> {
    pub(crate) slice: &'a [T],
    pub(crate) rest: &'a [T],
    pub(crate) size: usize,
}

impl<'a, T> ChunksExact<'a, T> {
    pub fn remainder(&self) -> &'a [T] {
        self.rest
    }
}

impl<'a, T> Iterator for ChunksExact<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        if self.slice.is_empty() {
            None
        } else {
            let (first, rest) = self.slice.split_at(self.size);
            self.slice = rest;
            Some(first)
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len() / self.size;
        (n, Some(n))
    }
}
impl<'a, T> DoubleEndedIterator for ChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.slice.len();
        if n == 0 {
            return None;
        }
        let (rest, last) = self.slice.split_at(n - self.size);
        self.slice = rest;
        Some(last)
    }
}
impl<'a, T> ExactSizeIterator for ChunksExact<'a, T> {}
