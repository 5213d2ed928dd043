//! Running kernels on the CPU, threads, barriers and warps included.

use crate::grid::GridMut;
use crate::schedule;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Mutex;

/// Sides of a grid or a block: `8`, `(8, 4)`, `(8, 4, 2)` or `[8, 4, 2]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim(pub [u32; 3]);

impl From<u32> for Dim {
    fn from(x: u32) -> Dim {
        Dim([x, 1, 1])
    }
}
impl From<(u32, u32)> for Dim {
    fn from((x, y): (u32, u32)) -> Dim {
        Dim([x, y, 1])
    }
}
impl From<(u32, u32, u32)> for Dim {
    fn from((x, y, z): (u32, u32, u32)) -> Dim {
        Dim([x, y, z])
    }
}
impl From<[u32; 3]> for Dim {
    fn from(sides: [u32; 3]) -> Dim {
        Dim(sides)
    }
}

/// A thread that a panic ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadPanic {
    /// The thread's block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
    /// What the panic says.
    pub message: String,
    /// Where it happened: the file as rustc names it, or empty where no line of the kernel is to blame.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl fmt::Display for ThreadPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {:?} of block {:?} panicked", self.thread, self.block)?;
        if !self.file.is_empty() {
            write!(f, " at {}:{}:{}", self.file, self.line, self.column)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// The threads of a launch that panics ended, in the order in which they did. All others ran to their end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError {
    /// At least one.
    pub panics: Vec<ThreadPanic>,
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.panics[0])?;
        match self.panics.len() {
            1 => Ok(()),
            n => write!(f, " ({} more threads panicked)", n - 1),
        }
    }
}

impl std::error::Error for LaunchError {}

/// Runs a kernel: `grid` blocks of `block` threads, each of which calls `kernel` once.
///
/// Blocks run one after another and the threads of a block take turns, so every run is the same. A panic ends its thread
/// only, and is told when all are through.
///
/// # Errors
/// The panics of threads.
pub fn launch(grid: impl Into<Dim>, block: impl Into<Dim>, kernel: impl Fn() + Sync) -> Result<(), LaunchError> {
    launch_with_shared(grid, block, 0, kernel)
}

/// [`launch`] with so many bytes of shared memory for [`DynShared`](crate::DynShared).
///
/// # Errors
/// The panics of threads.
pub fn launch_with_shared(
    grid: impl Into<Dim>,
    block: impl Into<Dim>,
    dyn_shared_bytes: usize,
    kernel: impl Fn() + Sync,
) -> Result<(), LaunchError> {
    let ended = schedule::run(grid.into().0, block.into().0, dyn_shared_bytes, kernel);
    if ended.is_empty() {
        return Ok(());
    }
    let panics = ended
        .into_iter()
        .map(|e| ThreadPanic {
            block: e.place.block,
            thread: e.place.thread,
            message: e.message,
            file: e.file,
            line: e.line,
            column: e.column,
        })
        .collect();
    Err(LaunchError { panics })
}

/// A slice that the threads of a launch write through [`GridMut`].
pub struct Output<'a, T> {
    pointer: *mut T,
    len: usize,
    taken: Mutex<(u64, Vec<bool>)>,
    marker: PhantomData<&'a mut [T]>,
}

// SAFETY: each thread gets one GridMut a launch, which lets it write its own elements only.
unsafe impl<T: Send> Sync for Output<'_, T> {}
// SAFETY: as a `&mut [T]`.
unsafe impl<T: Send> Send for Output<'_, T> {}

impl<'a, T> Output<'a, T> {
    /// Lends a slice to launches.
    pub fn new(slice: &'a mut [T]) -> Self {
        Output { pointer: slice.as_mut_ptr(), len: slice.len(), taken: Mutex::default(), marker: PhantomData }
    }

    /// The calling thread's access, once for each thread of a launch.
    ///
    /// # Panics
    /// When a thread asks a second time: two accesses of one thread could overlap. Outside of launches too.
    #[track_caller]
    pub fn grid(&self) -> GridMut<'_, T> {
        let (launch, thread) = schedule::launch_and_thread();
        assert!(launch != 0, "Output::grid is for threads of a launch: outside of one, use GridMut::new");
        let mut taken = self.taken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if taken.0 != launch {
            taken.0 = launch;
            taken.1.clear();
        }
        if taken.1.len() <= thread {
            taken.1.resize(thread + 1, false);
        }
        assert!(!taken.1[thread], "an output is given to a kernel twice");
        taken.1[thread] = true;
        // SAFETY: the slice is lent to self, and this thread has no other GridMut of it.
        unsafe { GridMut::from_parts(self.pointer, self.len) }
    }
}

impl<T> fmt::Debug for Output<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Output of {} elements", self.len)
    }
}
