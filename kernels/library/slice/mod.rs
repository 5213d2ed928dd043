//! Methods of slices, and what slices implement.

pub(crate) mod chunks;
pub(crate) mod index;
pub(crate) mod iter;
pub(crate) mod more;
pub(crate) mod parts;
pub(crate) mod split;

use crate::common::{Ordering, i};
use crate::slice::more::{SHORT, insertion_sort};

pub use crate::slice::chunks::*;
pub use crate::slice::index::SliceIndex;
pub use crate::slice::iter::*;
pub use crate::slice::more::*;
pub use crate::slice::split::*;

impl<T> [T] {
    unsafe_fns! {
        [pub const fn]
        len(&self) -> usize: i::slice_len(self as *const [T]);
        as_ptr(&self) -> *const T: i::slice_ptr(self as *const [T]);
        as_mut_ptr(&mut self) -> *mut T: i::slice_ptr_mut(self as *mut [T]);
        => [#[const_conditional] pub unsafe fn]
        get_unchecked[I: SliceIndex<[T]>](&self, index: I) -> &I::Output: &*index.get_unchecked(self as *const [T]);
        get_unchecked_mut[I: SliceIndex<[T]>](&mut self, index: I) -> &mut I::Output:
            &mut *index.get_unchecked_mut(self as *mut [T]);
    }
    fns! {
        [pub const fn]
        is_empty(&self) -> bool { self.len() == 0 }
        first(&self) -> Option<&T> { if self.is_empty() { None } else { Some(&self[0]) } }
        first_mut(&mut self) -> Option<&mut T> { if self.is_empty() { None } else { Some(&mut self[0]) } }
        split_first(&self) -> Option<(&T, &[T])> { if self.is_empty() { None } else { Some((&self[0], &self[1..])) } }
        => [#[const_conditional] pub fn]
        get[I: SliceIndex<[T]>](&self, index: I) -> Option<&I::Output> { index.get(self) }
        get_mut[I: SliceIndex<[T]>](&mut self, index: I) -> Option<&mut I::Output> { index.get_mut(self) }
        => [#[const_unstable] pub fn]
        iter(&self) -> Iter<'_, T> { Iter::new(self) }
        iter_mut(&mut self) -> IterMut<'_, T> { IterMut::new(self) }
        => [#[track_caller] #[const_conditional] pub fn]
        clone_from_slice(&mut self, src: &[T]) [where T: Clone] {
            if self.len() != src.len() {
                if unsafe { i::is_copy::<T>() } {
                    panic!(
                        "copy_from_slice: source slice length ({}) does not match destination slice length ({})",
                        src.len(), self.len()
                    );
                }
                panic!("destination and source slices have different lengths");
            }
            counting!(k in 0, src.len() => {
                self[k] = src[k].clone();
            });
        }
        => [pub fn]
        contains(&self, x: &T) -> bool [where T: PartialEq] {
            for y in self {
                if *y == *x {
                    return true;
                }
            }
            false
        }
        starts_with(&self, needle: &[T]) -> bool [where T: PartialEq] {
            let n = needle.len();
            self.len() >= n && &self[..n] == needle
        }
        ends_with(&self, needle: &[T]) -> bool [where T: PartialEq] {
            let (m, n) = (self.len(), needle.len());
            m >= n && &self[m - n..] == needle
        }
        binary_search(&self, x: &T) -> Result<usize, usize> [where T: Ord] { self.binary_search_by(|y| y.cmp(x)) }
        is_sorted(&self) -> bool [where T: PartialOrd] { self.is_sorted_by(|a, b| *a <= *b) }
        sort_unstable(&mut self) [where T: Ord] { self.sort_unstable_by(|a, b| a.cmp(b)) }
        sort_unstable_by_key[K: Ord, F: FnMut(&T) -> K](&mut self, mut f: F):
            self.sort_unstable_by(|a, b| f(a).cmp(&f(b)));
        fill(&mut self, value: T) [where T: Clone] {
            for x in self {
                *x = value.clone();
            }
        }
        fill_with[F: FnMut() -> T](&mut self, mut f: F) {
            for x in self {
                *x = f();
            }
        }
        => [#[track_caller] pub const fn]
        copy_from_slice(&mut self, src: &[T]) [where T: Copy] {
            if self.len() != src.len() {
                panic_in!(
                    "copy_from_slice: source slice length does not match destination slice length",
                    "copy_from_slice: source slice length ({}) does not match destination slice length ({})",
                    src.len(), self.len()
                );
            }
            unsafe { i::copy_nonoverlapping(src.as_ptr(), self.as_mut_ptr(), src.len()) }
        }
        swap(&mut self, a: usize, b: usize) {
            unsafe {
                let x: *mut T = &mut self[a];
                let y: *mut T = &mut self[b];
                let t = i::ptr_read(x as *const T);
                i::ptr_write(x, i::ptr_read(y as *const T));
                i::ptr_write(y, t);
            }
        }
        split_at(&self, mid: usize) -> (&[T], &[T]) {
            panic_if!(mid > self.len(), "mid > len");
            unsafe { (part(self.as_ptr(), 0, mid), part(self.as_ptr(), mid, self.len() - mid)) }
        }
        split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
            let n = self.len();
            panic_if!(mid > n, "mid > len");
            let p = self.as_mut_ptr();
            unsafe { (part_mut(p, 0, mid), part_mut(p, mid, n - mid)) }
        }
        => [#[track_caller] #[told_inside] pub const fn]
        rotate_left(&mut self, mid: usize) {
            assert!(mid <= self.len(), "assertion failed: mid <= self.len()");
            let (a, b) = self.split_at_mut(mid);
            a.reverse();
            b.reverse();
            self.reverse();
        }
        rotate_right(&mut self, k: usize) {
            assert!(k <= self.len(), "assertion failed: k <= self.len()");
            let mid = self.len() - k;
            self.rotate_left(mid);
        }
    }
    pub const fn last(&self) -> Option<&T> {
        let n = self.len();
        if n == 0 { None } else { Some(&self[n - 1]) }
    }
    pub const fn last_mut(&mut self) -> Option<&mut T> {
        let n = self.len();
        if n == 0 { None } else { Some(&mut self[n - 1]) }
    }
    pub const fn split_last(&self) -> Option<(&T, &[T])> {
        let n = self.len();
        if n == 0 { None } else { Some((&self[n - 1], &self[..n - 1])) }
    }
    pub const fn reverse(&mut self) {
        let n = self.len();
        counting!(k in 0, n / 2 => {
            self.swap(k, n - 1 - k);
        });
    }
    #[track_caller]
    #[const_unstable] pub fn windows(&self, size: usize) -> Windows<'_, T> {
        panic_if!(size == 0, "window size must be non-zero");
        Windows { slice: self, size }
    }
    pub fn binary_search_by<'a, F: FnMut(&'a T) -> Ordering>(&'a self, mut f: F) -> Result<usize, usize> {
        let mut size = self.len();
        if size == 0 {
            return Err(0);
        }
        let mut base = 0;
        while size > 1 {
            let half = size / 2;
            let mid = base + half;
            match f(&self[mid]) {
                Ordering::Greater => {}
                _ => base = mid,
            }
            size -= half;
        }
        match f(&self[base]) {
            Ordering::Equal => Ok(base),
            Ordering::Less => Err(base + 1),
            Ordering::Greater => Err(base),
        }
    }
    pub fn partition_point<P: FnMut(&T) -> bool>(&self, mut before: P) -> usize {
        match self.binary_search_by(|x| if before(x) { Ordering::Less } else { Ordering::Greater }) {
            Ok(n) | Err(n) => n,
        }
    }
    pub fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, mut compare: F) {
        let n = self.len();
        if n <= SHORT {
            return insertion_sort(self, &mut |a: &T, b: &T| compare(a, b).is_lt());
        }
        counting!(root down from n / 2 => {
            sift_down(self, root, n, &mut compare);
        });
        let mut end = n;
        while end > 1 {
            end -= 1;
            self.swap(0, end);
            sift_down(self, 0, end, &mut compare);
        }
    }
}

fn sift_down<T, F: FnMut(&T, &T) -> Ordering>(v: &mut [T], root: usize, end: usize, compare: &mut F) {
    let mut root = root;
    loop {
        let mut child = 2 * root + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && compare(&v[child], &v[child + 1]).is_lt() {
            child += 1;
        }
        if !compare(&v[root], &v[child]).is_lt() {
            return;
        }
        v.swap(root, child);
        root = child;
    }
}

unsafe_fns! {
    [pub const fn]
    from_ref[T](one: &T) -> &[T]: &*i::slice_from_raw_parts(one, 1);
    from_mut[T](one: &mut T) -> &mut [T]: &mut *i::slice_from_raw_parts_mut(one, 1);
    => [pub const unsafe fn]
    from_raw_parts['a, T](pointer: *const T, len: usize) -> &'a [T]: &*i::slice_from_raw_parts(pointer, len);
    from_raw_parts_mut['a, T](pointer: *mut T, len: usize) -> &'a mut [T]:
        &mut *i::slice_from_raw_parts_mut(pointer, len);
    => [pub(crate) const unsafe fn]
    part['a, T](pointer: *const T, from: usize, len: usize) -> &'a [T]:
        &*i::slice_from_raw_parts(i::ptr_offset(pointer, from as isize), len);
    part_mut['a, T](pointer: *mut T, from: usize, len: usize) -> &'a mut [T]:
        &mut *i::slice_from_raw_parts_mut(i::ptr_offset_mut(pointer, from as isize), len);
}

impl<T: PartialEq<U>, U> PartialEq<[U]> for [T] {
    fn eq(&self, other: &[U]) -> bool {
        if self.len() != other.len() {
            return false;
        }
        never!(k in 0, self.len() => self[k] != other[k])
    }
}
impl<T: Eq> Eq for [T] {}
/// The order of slices is that of the first elements that differ, or of the lengths.
macro_rules! ordered {
    ($trait:ident $cmp:ident -> $result:ty: $equal:pat) => {
        #[never_const] impl<T: $trait> $trait for [T] {
            fn $cmp(&self, other: &[T]) -> $result {
                let mut k = 0;
                while k < self.len() && k < other.len() {
                    match self[k].$cmp(&other[k]) {
                        $equal => {}
                        different => return different,
                    }
                    k += 1;
                }
                self.len().$cmp(&other.len())
            }
        }
    };
}
ordered! { PartialOrd partial_cmp -> Option<Ordering>: Some(Ordering::Equal) }
ordered! { Ord cmp -> Ordering: Ordering::Equal }
