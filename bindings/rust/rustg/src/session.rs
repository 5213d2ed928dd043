//! What compiles leave for those after them: memory, and compiled kernels on disk.

use std::ptr::{NonNull, null_mut};
use std::sync::Arc;

use rustg_sys as sys;

use crate::device::made;
use crate::error::{Error, c_text, check};

#[derive(Debug)]
struct SessionHandle(NonNull<sys::rustg_session>);

// SAFETY: session.h: any number of compiles may use one session at once.
unsafe impl Send for SessionHandle {}
// SAFETY: as above; trimming and asking are thread-safe.
unsafe impl Sync for SessionHandle {}

impl Drop for SessionHandle {
    fn drop(&mut self) {
        // SAFETY: made by `new`; compilers that use it hold it.
        unsafe { sys::rustg_session_free(self.0.as_ptr()) }
    }
}

/// Host memory that compiles leave for those after them, apart from the library's own. Clones are the same session.
///
/// ```
/// let session = rustg::Session::new(1 << 30)?;
/// let compiler = rustg::GpuCompiler::new().with_session(&session);
/// drop(compiler.parse_source("fn f() {}")?);
/// session.trim(0);
/// assert_eq!(session.kept_bytes(), 0);
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session(Arc<SessionHandle>);

impl Session {
    /// A session that keeps at most so many bytes between compiles; 0: as many as the library's own.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(keep_bytes: u64) -> Result<Session, Error> {
        let options = sys::rustg_session_options {
            struct_size: size_of::<sys::rustg_session_options>(),
            keep_host_bytes: keep_bytes,
        };
        let mut raw = null_mut();
        // SAFETY: options live through the call.
        check(|error| unsafe { sys::rustg_session_create(&options, &mut raw, error) })?;
        Ok(Session(Arc::new(SessionHandle(made(raw)?))))
    }

    pub(crate) fn raw(&self) -> *mut sys::rustg_session {
        self.0.0.as_ptr()
    }

    /// Gives memory back to the system until at most so many bytes are kept.
    pub fn trim(&self, keep_bytes: u64) {
        // SAFETY: the session is alive.
        unsafe { sys::rustg_session_trim(self.raw(), keep_bytes) }
    }

    /// Bytes kept now.
    pub fn kept_bytes(&self) -> u64 {
        // SAFETY: the session is alive.
        unsafe { sys::rustg_session_kept_bytes(self.raw()) }
    }
}

/// [`Session::trim`] of the library's own session; with 0 pinned memory and device memory that no compile is using go
/// too.
pub fn trim_memory(keep_bytes: u64) {
    // SAFETY: NULL stands for the library's own.
    unsafe { sys::rustg_session_trim(null_mut(), keep_bytes) }
}

/// Bytes that the library's own session keeps now.
pub fn kept_memory() -> u64 {
    // SAFETY: NULL stands for the library's own.
    unsafe { sys::rustg_session_kept_bytes(null_mut()) }
}

/// The cache of compiled kernels, on disk and in memory, and what this process has seen of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheInfo {
    /// Compiles look up and keep entries.
    pub is_enabled: bool,
    /// Where it is; `None` where there is no such folder.
    pub folder: Option<String>,
    /// Why nothing can be kept on disk.
    pub problem: Option<String>,
    /// Entries on disk.
    pub n_entries: u64,
    /// Their bytes.
    pub n_bytes: u64,
    /// The most bytes on disk.
    pub limit_bytes: u64,
    /// Entries in memory.
    pub memory_entries: u64,
    /// Their bytes.
    pub memory_bytes: u64,
    /// Looked up and found in memory.
    pub n_hits_memory: u64,
    /// Looked up and found on disk.
    pub n_hits_disk: u64,
    /// Looked up and not found.
    pub n_misses: u64,
    /// Written to disk.
    pub n_stored: u64,
    /// Those that could not be written.
    pub n_not_stored: u64,
    /// Those that failed their check, and were made again.
    pub n_damaged: u64,
    /// Deleted to keep the limit.
    pub n_evicted: u64,
}

/// Looks through the cache's folder.
///
/// # Errors
/// None so far.
pub fn cache_info() -> Result<CacheInfo, Error> {
    let mut info = sys::rustg_cache_info { struct_size: size_of::<sys::rustg_cache_info>(), ..Default::default() };
    // SAFETY: info is ours and says its size.
    check(|error| unsafe { sys::rustg_cache_info_get(&mut info, error) })?;
    // SAFETY: texts in arrays that end with a 0.
    let (folder, problem) = unsafe { (c_text(info.folder.as_ptr()), c_text(info.problem.as_ptr())) };
    let some = |text: &str| Some(text.to_string()).filter(|text| !text.is_empty());
    Ok(CacheInfo {
        is_enabled: info.enabled != 0,
        folder: some(&folder),
        problem: some(&problem),
        n_entries: info.n_entries,
        n_bytes: info.n_bytes,
        limit_bytes: info.limit_bytes,
        memory_entries: info.memory_entries,
        memory_bytes: info.memory_bytes,
        n_hits_memory: info.n_hits_memory,
        n_hits_disk: info.n_hits_disk,
        n_misses: info.n_misses,
        n_stored: info.n_stored,
        n_not_stored: info.n_not_stored,
        n_damaged: info.n_damaged,
        n_evicted: info.n_evicted,
    })
}

/// Forgets all compiled kernels, on disk and in memory; tells how many were deleted from disk. Results that are alive
/// stay valid.
///
/// # Errors
/// [`Io`](crate::ErrorKind::Io) where the folder or an entry cannot be read or deleted; the others are gone.
pub fn clear_cache() -> Result<u64, Error> {
    let mut n = 0;
    // SAFETY: a number of ours.
    check(|error| unsafe { sys::rustg_cache_clear(&mut n, error) })?;
    Ok(n)
}
