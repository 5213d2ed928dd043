//! Outputs.

use crate::common::{PhantomData, i};
use crate::ops::{Index, IndexMut};
use crate::thread::Tid;

/// An output of which each thread may write the elements whose number it holds.
#[lang = "grid_mut"]
pub struct GridMut<'a, T> {
    pointer: *mut T,
    len: usize,
    marker: PhantomData<&'a mut T>,
}

impl<'a, T> GridMut<'a, T> {
    pub fn len(&self) -> usize { self.len }
    pub fn is_empty(&self) -> bool { self.len == 0 }
    pub fn get(&self, tid: Tid) -> Option<&T> {
        let at = tid.get();
        if at < self.len { Some(unsafe { &*i::ptr_offset(self.pointer as *const T, at as isize) }) } else { None }
    }
    pub fn get_mut(&mut self, tid: Tid) -> Option<&mut T> {
        let at = tid.get();
        if at < self.len { Some(unsafe { &mut *i::ptr_offset_mut(self.pointer, at as isize) }) } else { None }
    }
    pub unsafe fn get_unchecked(&self, index: usize) -> &T {
        unsafe { &*i::ptr_offset(self.pointer as *const T, index as isize) }
    }
    pub unsafe fn get_unchecked_mut(&mut self, index: usize) -> &mut T {
        unsafe { &mut *i::ptr_offset_mut(self.pointer, index as isize) }
    }
    pub unsafe fn tiles<const K: usize>(self) -> GridMut<'a, [T; K]> {
        GridMut { pointer: self.pointer as *mut [T; K], len: self.len / K, marker: PhantomData }
    }
    pub fn as_mut_ptr(&mut self) -> *mut T { self.pointer }
}

impl<'a, T> Index<Tid> for GridMut<'a, T> {
    type Output = T;
    #[track_caller]
    fn index(&self, tid: Tid) -> &T {
        let at = tid.get();
        in_bounds!(at, self.len);
        unsafe { &*i::ptr_offset(self.pointer as *const T, at as isize) }
    }
}
impl<'a, T> IndexMut<Tid> for GridMut<'a, T> {
    #[track_caller]
    fn index_mut(&mut self, tid: Tid) -> &mut T {
        let at = tid.get();
        in_bounds!(at, self.len);
        unsafe { &mut *i::ptr_offset_mut(self.pointer, at as isize) }
    }
}
