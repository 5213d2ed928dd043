use crate::thread::Tid;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An output: each thread may write the elements whose [`Tid`] it holds, so that safe kernels cannot race.
///
/// On the CPU it comes from [`cpu::Output::grid`](crate::cpu::Output::grid), or from [`GridMut::new`] for a single thread.
/// An element type that is an array gives every thread a tile: `GridMut<[f32; 4]>`.
pub struct GridMut<'a, T> {
    pointer: *mut T,
    len: usize,
    marker: PhantomData<&'a mut T>,
}

impl<'a, T> GridMut<'a, T> {
    /// The output of a kernel that is called as a plain function: by one thread.
    pub fn new(slice: &'a mut [T]) -> Self {
        GridMut { pointer: slice.as_mut_ptr(), len: slice.len(), marker: PhantomData }
    }

    /// # Safety
    /// The elements live for `'a`; nothing else uses them but `GridMut`s of other threads of the same launch.
    pub(crate) unsafe fn from_parts(pointer: *mut T, len: usize) -> Self {
        GridMut { pointer, len, marker: PhantomData }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The thread's own element, if there is one.
    pub fn get(&self, tid: Tid) -> Option<&T> {
        // SAFETY: inside; the Tid says that it is this thread's.
        if tid.get() < self.len { Some(unsafe { &*self.pointer.add(tid.get()) }) } else { None }
    }

    /// The thread's own element to write to, if there is one.
    pub fn get_mut(&mut self, tid: Tid) -> Option<&mut T> {
        // SAFETY: as above.
        if tid.get() < self.len { Some(unsafe { &mut *self.pointer.add(tid.get()) }) } else { None }
    }

    /// Any element.
    ///
    /// # Safety
    /// `index` is less than the length, and no other thread writes this element while the reference lives.
    pub unsafe fn get_unchecked(&self, index: usize) -> &T {
        // SAFETY: the caller's.
        unsafe { &*self.pointer.add(index) }
    }

    /// Any element, to write to.
    ///
    /// # Safety
    /// `index` is less than the length, and no other thread uses this element while the reference lives.
    pub unsafe fn get_unchecked_mut(&mut self, index: usize) -> &mut T {
        // SAFETY: the caller's.
        unsafe { &mut *self.pointer.add(index) }
    }

    /// Tiles of `K` neighbours, each one thread's own; what is left over at the end is left out.
    ///
    /// # Safety
    /// All threads of the launch make tiles of the same size.
    pub unsafe fn tiles<const K: usize>(self) -> GridMut<'a, [T; K]> {
        GridMut { pointer: self.pointer.cast(), len: self.len / K, marker: PhantomData }
    }

    /// Where the elements are.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.pointer
    }
}

impl<T> Index<Tid> for GridMut<'_, T> {
    type Output = T;
    #[track_caller]
    fn index(&self, tid: Tid) -> &T {
        match self.get(tid) {
            Some(x) => x,
            None => panic!("index out of bounds: the len is {} but the index is {}", self.len, tid.get()),
        }
    }
}

impl<T> IndexMut<Tid> for GridMut<'_, T> {
    #[track_caller]
    fn index_mut(&mut self, tid: Tid) -> &mut T {
        let len = self.len;
        match self.get_mut(tid) {
            Some(x) => x,
            None => panic!("index out of bounds: the len is {} but the index is {}", len, tid.get()),
        }
    }
}

impl<T> fmt::Debug for GridMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GridMut of {} elements", self.len)
    }
}
