//! Indexing slices by ranges, and by a thread's own number.

use crate::common::{i, part, part_mut};
use crate::ops::{Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::thread::Tid;

/// What slices may be indexed by.
pub trait SliceIndex<T: ?Sized> {
    type Output: ?Sized;
    fn get(self, slice: &T) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut T) -> Option<&mut Self::Output>;
    unsafe fn get_unchecked(self, slice: *const T) -> *const Self::Output;
    unsafe fn get_unchecked_mut(self, slice: *mut T) -> *mut Self::Output;
    #[track_caller] fn index(self, slice: &T) -> &Self::Output;
    #[track_caller] fn index_mut(self, slice: &mut T) -> &mut Self::Output;
}

impl<T, I: SliceIndex<[T]>> Index<I> for [T] {
    type Output = I::Output;
    #[track_caller] fn index(&self, index: I) -> &I::Output { index.index(self) }
}
impl<T, I: SliceIndex<[T]>> IndexMut<I> for [T] {
    #[track_caller] fn index_mut(&mut self, index: I) -> &mut I::Output { index.index_mut(self) }
}
impl<T, I, const N: usize> Index<I> for [T; N]
where
    [T]: Index<I>,
{
    type Output = <[T] as Index<I>>::Output;
    #[track_caller] fn index(&self, index: I) -> &<[T] as Index<I>>::Output { Index::index(self as &[T], index) }
}
impl<T, I, const N: usize> IndexMut<I> for [T; N]
where
    [T]: IndexMut<I>,
{
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut <[T] as Index<I>>::Output { IndexMut::index_mut(self as &mut [T], index) }
}

impl<T> SliceIndex<[T]> for usize {
    type Output = T;
    fn get(self, slice: &[T]) -> Option<&T> {
        if self < slice.len() { Some(unsafe { &*i::ptr_offset(slice.as_ptr(), self as isize) }) } else { None }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> {
        if_true!(self < slice.len() => {
            Some(unsafe { &mut *i::ptr_offset_mut(slice.as_mut_ptr(), self as isize) })
        })
    }
    unsafe fn get_unchecked(self, slice: *const [T]) -> *const T {
        unsafe { i::ptr_offset(i::slice_ptr(slice), self as isize) }
    }
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut T {
        unsafe { i::ptr_offset_mut(i::slice_ptr_mut(slice), self as isize) }
    }
    #[track_caller] fn index(self, slice: &[T]) -> &T { &(*slice)[self] }
    #[track_caller] fn index_mut(self, slice: &mut [T]) -> &mut T { &mut (*slice)[self] }
}

impl<T> SliceIndex<[T]> for Tid {
    type Output = T;
    fn get(self, slice: &[T]) -> Option<&T> { self.get().get(slice) }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> { self.get().get_mut(slice) }
    unsafe fn get_unchecked(self, slice: *const [T]) -> *const T { unsafe { self.get().get_unchecked(slice) } }
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut T { unsafe { self.get().get_unchecked_mut(slice) } }
    #[track_caller] fn index(self, slice: &[T]) -> &T { &(*slice)[self.get()] }
    #[track_caller] fn index_mut(self, slice: &mut [T]) -> &mut T { &mut (*slice)[self.get()] }
}

#[track_caller]
pub(crate) fn fail(start: usize, end: usize, len: usize) -> ! {
    panic_if!(start > len, "range start index {start} out of range for slice of length {len}");
    panic_if!(end > len || start <= end, "range end index {end} out of range for slice of length {len}");
    panic!("slice index starts at {start} but ends at {end}");
}

#[track_caller]
fn check(start: usize, end: usize, len: usize) {
    if start > end || end > len {
        fail(start, end, len);
    }
}

/// Where an inclusive range begins that may have been gone through.
macro_rules! start_of {
    ($range:expr) => { if $range.exhausted { $range.end + 1 } else { $range.start } };
}
/// What an inclusive range means in a slice of that length.
#[track_caller]
fn ends(range: &RangeInclusive<usize>, len: usize) -> Range<usize> {
    if range.end >= len {
        fail(range.start, range.end, len);
    }
    start_of!(range)..range.end + 1
}

/// What a range means in a slice to read or to write to.
macro_rules! by_range {
    (
        [$($mutable:ident)?] $kind:tt $get:ident $get_unchecked:ident $index:ident
        $as_ptr:ident $part:ident $slice:ident $offset:ident $slice_ptr:ident
    ) => {
        fn $get(self, slice: &$($mutable)? [T]) -> Option<&$($mutable)? [T]> {
            if_true!(self.start <= self.end && self.end <= slice.len() => {
                Some(unsafe { $part(slice.$as_ptr(), self.start, self.end - self.start) })
            })
        }
        unsafe fn $get_unchecked(self, slice: *$kind [T]) -> *$kind [T] {
            let all = unsafe { i::$slice_ptr(slice) };
            unsafe { i::$slice(i::$offset(all, self.start as isize), self.end.wrapping_sub(self.start)) }
        }
        #[track_caller]
        fn $index(self, slice: &$($mutable)? [T]) -> &$($mutable)? [T] {
            check(self.start, self.end, slice.len());
            unsafe { $part(slice.$as_ptr(), self.start, self.end.wrapping_sub(self.start)) }
        }
    };
}
impl<T> SliceIndex<[T]> for Range<usize> {
    type Output = [T];
    by_range! { [] const get get_unchecked index as_ptr part slice_from_raw_parts ptr_offset slice_ptr }
    by_range! {
        [mut] mut get_mut get_unchecked_mut index_mut
        as_mut_ptr part_mut slice_from_raw_parts_mut ptr_offset_mut slice_ptr_mut
    }
}

/// Indexing by a range that stands for `$means` in a slice of `$len` elements: the unchecked methods use `$unchecked`,
/// `index`, which panics, uses `$indexed`, and `get` returns `None` where `$none` holds.
macro_rules! open_range {
    ($name:ty: $me:ident $($len:ident)? => $means:expr $(, $check:stmt)?) => {
        open_range! { $name: $me $($len)? => $means, unchecked $means, indexed $means $(, $check)? }
    };
    (
        $name:ty: $me:ident $($len:ident)? => $means:expr $(, none if $none:expr)?,
        unchecked $unchecked:expr, indexed $indexed:expr $(, $check:stmt)?
    ) => {
        impl<T> SliceIndex<[T]> for $name {
            type Output = [T];
            fn get($me, slice: &[T]) -> Option<&[T]> {
                $(let $len = slice.len();)?
                $(if $none { None } else)? { ($means).get(slice) }
            }
            fn get_mut($me, slice: &mut [T]) -> Option<&mut [T]> {
                $(let $len = slice.len();)?
                $(if $none { None } else)? { ($means).get_mut(slice) }
            }
            unsafe fn get_unchecked($me, slice: *const [T]) -> *const [T] {
                $(let $len = unsafe { i::slice_len(slice) };)?
                unsafe { ($unchecked).get_unchecked(slice) }
            }
            unsafe fn get_unchecked_mut($me, slice: *mut [T]) -> *mut [T] {
                $(let $len = unsafe { i::slice_len(slice as *const [T]) };)?
                unsafe { ($unchecked).get_unchecked_mut(slice) }
            }
            #[track_caller]
            fn index($me, slice: &[T]) -> &[T] {
                $(let $len = slice.len();)?
                $($check)?
                ($indexed).index(slice)
            }
            #[track_caller]
            fn index_mut($me, slice: &mut [T]) -> &mut [T] {
                $(let $len = slice.len();)?
                $($check)?
                ($indexed).index_mut(slice)
            }
        }
    };
}
open_range! {
    RangeFrom<usize>: self len => self.start..len,
    panic_if!(self.start > len, "range start index {} out of range for slice of length {}", self.start, len)
}
open_range! { RangeTo<usize>: self => 0..self.end }
open_range! { RangeFull: self len => 0..len }
open_range! {
    RangeToInclusive<usize>: self => 0..self.end + 1, none if self.end == usize::MAX,
    unchecked 0..self.end.wrapping_add(1), indexed 0..=self.end
}
open_range! {
    RangeInclusive<usize>: self len => start_of!(self)..self.end + 1, none if self.end == usize::MAX,
    unchecked start_of!(self)..self.end.wrapping_add(1), indexed ends(&self, len)
}
