//! Iterators over slices.

use crate::common::{PhantomData, i, part, part_mut};

macro_rules! iter {
    ($name:ident [$($mutable:ident)?] $kind:ident $offset:ident $as_ptr:ident) => {
        pub struct $name<'a, T> {
            pointer: *$kind T,
            at: usize,
            end: usize,
            marker: PhantomData<&'a $($mutable)? T>,
        }
        unsafe impl<T: Sync> Sync for $name<'_, T> {}

        impl<'a, T> $name<'a, T> {
            pub(crate) fn new(slice: &'a $($mutable)? [T]) -> $name<'a, T> {
                let end = slice.len();
                $name { pointer: slice.$as_ptr(), at: 0, end, marker: PhantomData }
            }
        }

        impl<'a, T> Iterator for $name<'a, T> {
            type Item = &'a $($mutable)? T;
            fn next(&mut self) -> Option<&'a $($mutable)? T> {
                if_true!(self.at < self.end => {
                    let at = self.at;
                    unsafe {
                        self.at = i::unchecked_add(at, 1);
                        Some(&$($mutable)? *i::$offset(self.pointer, at as isize))
                    }
                })
            }
            size_hint! { self => exactly unsafe { i::unchecked_sub(self.end, self.at) } }
            fn count(self) -> usize { unsafe { i::unchecked_sub(self.end, self.at) } }
            fn nth(&mut self, n: usize) -> Option<&'a $($mutable)? T> {
                unsafe {
                    if n < i::unchecked_sub(self.end, self.at) {
                        let at = i::unchecked_add(self.at, n);
                        self.at = i::unchecked_add(at, 1);
                        Some(&$($mutable)? *i::$offset(self.pointer, at as isize))
                    } else {
                        self.at = self.end;
                        None
                    }
                }
            }
            fn __skip_now(&mut self, n: usize) -> bool {
                unsafe {
                    self.at = if n < i::unchecked_sub(self.end, self.at) {
                        i::unchecked_add(self.at, n)
                    } else {
                        self.end
                    };
                }
                true
            }
            fn __knows_places(&self) -> bool { true }
            fn __next_step(&mut self, skip: usize, first: &mut bool) -> Option<&'a $($mutable)? T> {
                if_true!(self.at < self.end => {
                    let at = self.at;
                    unsafe {
                        self.at = if skip < i::unchecked_sub(self.end, at) {
                            i::unchecked_add(i::unchecked_add(at, skip), 1)
                        } else {
                            self.end
                        };
                        Some(&$($mutable)? *i::$offset(self.pointer, at as isize))
                    }
                })
            }
            fn last(mut self) -> Option<&'a $($mutable)? T> { self.next_back() }
        }
        impl<'a, T> DoubleEndedIterator for $name<'a, T> {
            fn next_back(&mut self) -> Option<&'a $($mutable)? T> {
                if_true!(self.at < self.end => {
                    unsafe {
                        self.end = i::unchecked_sub(self.end, 1);
                        Some(&$($mutable)? *i::$offset(self.pointer, self.end as isize))
                    }
                })
            }
            fn nth_back(&mut self, n: usize) -> Option<&'a $($mutable)? T> {
                unsafe {
                    if n < i::unchecked_sub(self.end, self.at) {
                        self.end = i::unchecked_sub(i::unchecked_sub(self.end, n), 1);
                        Some(&$($mutable)? *i::$offset(self.pointer, self.end as isize))
                    } else {
                        self.end = self.at;
                        None
                    }
                }
            }
        }

        impl<'a, T> IntoIterator for &'a $($mutable)? [T] {
            type Item = &'a $($mutable)? T;
            type IntoIter = $name<'a, T>;
            fn into_iter(self) -> $name<'a, T> { $name::new(self) }
        }
        impl<'a, T, const N: usize> IntoIterator for &'a $($mutable)? [T; N] {
            type Item = &'a $($mutable)? T;
            type IntoIter = $name<'a, T>;
            fn __size() -> (usize, Option<usize>) { (N, Some(N)) }
            fn into_iter(self) -> $name<'a, T> { $name::new(self) }
        }
    };
}
iter! { Iter [] const ptr_offset as_ptr }
iter! { IterMut [mut] mut ptr_offset_mut as_mut_ptr }

unsafe impl<T: Sync> Send for Iter<'_, T> {}
unsafe impl<T: Send> Send for IterMut<'_, T> {}

impl<'a, T> Iter<'a, T> {
    pub fn as_slice(&self) -> &'a [T] { unsafe { part(self.pointer, self.at, i::unchecked_sub(self.end, self.at)) } }
}
impl<'a, T> IterMut<'a, T> {
    pub fn into_slice(self) -> &'a mut [T] {
        unsafe { part_mut(self.pointer, self.at, i::unchecked_sub(self.end, self.at)) }
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
    size_hint! { self => exactly if self.size > self.slice.len() { 0 } else { self.slice.len() - self.size + 1 } }
    fn count(self) -> usize { self.len() }
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

copied_views! { ['a, T] Iter<'a, T>: [pointer at end marker]; ['a, T] Windows<'a, T>: [slice size]; }
