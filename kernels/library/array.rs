//! Arrays.

use crate::common::{MaybeUninit, Ordering, i};

impl<T, const N: usize> [T; N] {
    fns! {
        [pub const fn]
        as_slice(&self) -> &[T] { self }
        as_mut_slice(&mut self) -> &mut [T] { self }
        each_ref(&self) -> [&T; N] { from_fn(|k| &self[k]) }
    }
    pub const fn each_mut(&mut self) -> [&mut T; N] {
        let at = self as *mut [T; N] as *mut T;
        from_fn(|k| unsafe { &mut *i::ptr_offset_mut(at, k as isize) })
    }
    #[const_conditional] pub fn map<U, F: FnMut(T) -> U>(self, mut f: F) -> [U; N] {
        unsafe {
            let mut out: MaybeUninit<[U; N]> = MaybeUninit::uninit();
            let from = &self as *const [T; N] as *const T;
            let to = out.as_mut_ptr() as *mut U;
            let mut k = 0;
            while k < N {
                i::ptr_write(i::ptr_offset_mut(to, k as isize), f(i::ptr_read(i::ptr_offset(from, k as isize))));
                k = i::unchecked_add(k, 1);
            }
            i::forget(self);
            out.assume_init()
        }
    }
}

#[const_conditional] pub fn from_fn<T, const N: usize, F: FnMut(usize) -> T>(mut f: F) -> [T; N] {
    unsafe {
        let mut out: MaybeUninit<[T; N]> = MaybeUninit::uninit();
        let to = out.as_mut_ptr() as *mut T;
        let mut k = 0;
        while k < N {
            i::ptr_write(i::ptr_offset_mut(to, k as isize), f(k));
            k = i::unchecked_add(k, 1);
        }
        out.assume_init()
    }
}

/// Gives an array's elements.
pub struct IntoIter<T, const N: usize> {
    data: MaybeUninit<[T; N]>,
    at: usize,
    end: usize,
}

impl<T: Clone, const N: usize> Clone for IntoIter<T, N> {
    fn clone(&self) -> Self {
        let mut data: MaybeUninit<[T; N]> = MaybeUninit::uninit();
        let to = data.as_mut_ptr() as *mut T;
        let from = self.data.as_ptr() as *const T;
        counting!(k in self.at, self.end => {
            unsafe { to.add(k).write((*from.add(k)).clone()) };
        });
        IntoIter { data, at: self.at, end: self.end }
    }
}

impl<T, const N: usize> Drop for IntoIter<T, N> {
    fn drop(&mut self) {
        counting!(at in self.at, self.end => {
            unsafe { i::drop_in_place(i::ptr_offset_mut(self.data.as_mut_ptr() as *mut T, at as isize)) };
        });
    }
}

impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if_true!(self.at < self.end => {
            let at = self.at;
            unsafe {
                self.at = i::unchecked_add(at, 1);
                Some(i::ptr_read(i::ptr_offset(self.data.as_ptr() as *const T, at as isize)))
            }
        })
    }
    size_hint! { self => exactly unsafe { i::unchecked_sub(self.end, self.at) } }
}
impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if_true!(self.at < self.end => {
            unsafe {
                self.end = i::unchecked_sub(self.end, 1);
                Some(i::ptr_read(i::ptr_offset(self.data.as_ptr() as *const T, self.end as isize)))
            }
        })
    }
}

impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;
    fn __size() -> (usize, Option<usize>) { (N, Some(N)) }
    fn __is_one_shot() -> bool { N < 2 }
    fn into_iter(self) -> IntoIter<T, N> { IntoIter { data: MaybeUninit::new(self), at: 0, end: N } }
}

/// A slice is not as long as the array.
#[derive(Debug)]
pub struct TryFromSliceError(());
written! { Display TryFromSliceError: self f f.pad("could not convert slice to array"); }

macro_rules! of_slice {
    ($([$($generic:tt)*] $slice:ty => $array:ty: $x:ident $value:expr;)*) => {$(
        impl<$($generic)*, const N: usize> TryFrom<$slice> for $array {
            type Error = TryFromSliceError;
            fn try_from($x: $slice) -> Result<$array, TryFromSliceError> {
                if $x.len() == N { Ok(unsafe { $value }) } else { Err(TryFromSliceError(())) }
            }
        }
    )*};
}
of_slice! {
    [T: Copy] &[T] => [T; N]: slice *(slice.as_ptr() as *const [T; N]);
    [T: Copy] &mut [T] => [T; N]: slice *(slice.as_ptr() as *const [T; N]);
    ['a, T] &'a [T] => &'a [T; N]: slice &*(slice.as_ptr() as *const [T; N]);
    ['a, T] &'a mut [T] => &'a mut [T; N]: slice &mut *(slice.as_mut_ptr() as *mut [T; N]);
}

macro_rules! equal {
    ($($a:ty, $b:ty: $me:ident $other:ident $x:expr, $y:expr;)*) => {$(
        impl<T: PartialEq<U>, U, const N: usize> PartialEq<$b> for $a {
            fn eq(&$me, $other: &$b) -> bool { *$x == *$y }
        }
    )*};
}
equal! {
    [T; N], [U; N]: self other (self as &[T]), (other as &[U]);
    [T; N], [U]: self other (self as &[T]), other;
    [T], [U; N]: self other self, (other as &[U]);
    [T; N], &[U]: self other (self as &[T]), *other;
    &[T], [U; N]: self other *self, (other as &[U]);
    [T; N], &mut [U]: self other (self as &[T]), *other;
    &mut [T], [U; N]: self other *self, (other as &[U]);
}
impl<T: Eq, const N: usize> Eq for [T; N] {}
#[never_const] impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] {
    fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering> { (self as &[T]).partial_cmp(other as &[T]) }
}
#[never_const] impl<T: Ord, const N: usize> Ord for [T; N] {
    fn cmp(&self, other: &[T; N]) -> Ordering { (self as &[T]).cmp(other as &[T]) }
}
#[never_const] impl<T> Default for [T; 0] { fn default() -> [T; 0] { [] } }

macro_rules! default {
    ($($n:literal)*) => {$(
        #[never_const] impl<T: Default> Default for [T; $n] { fn default() -> [T; $n] { from_fn(|_| T::default()) } }
    )*};
}
default! { 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 }

pub const fn from_ref<T>(one: &T) -> &[T; 1] { unsafe { &*(one as *const T as *const [T; 1]) } }

pub const fn from_mut<T>(one: &mut T) -> &mut [T; 1] { unsafe { &mut *(one as *mut T as *mut [T; 1]) } }

pub fn repeat<T: Clone, const N: usize>(value: T) -> [T; N] { from_fn(|_| value.clone()) }
