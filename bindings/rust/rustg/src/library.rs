//! The library is prepared while anything of it is in use.

use std::sync::Mutex;

use rustg_sys as sys;

use crate::error::{Error, check, static_text};

/// One `rustg_initialize` and its `rustg_shutdown`: whatever needs the library holds one, so nothing is ever used after
/// the last shutdown.
#[derive(Debug)]
pub(crate) struct Library(());

impl Library {
    pub(crate) fn open(n_threads: u32) -> Result<Library, Error> {
        // SAFETY: no argument; a number from static storage.
        let abi = unsafe { sys::rustg_abi_version() };
        if abi != sys::RUSTG_ABI_VERSION {
            return Err(Error::wrong_abi(abi));
        }
        let (major, minor, patch) = (sys::RUSTG_VERSION_MAJOR, sys::RUSTG_VERSION_MINOR, sys::RUSTG_VERSION_PATCH);
        // SAFETY: numbers, and an error that outlives the call.
        check(|error| unsafe { sys::rustg_check_version(sys::RUSTG_ABI_VERSION, major, minor, patch, error) })?;
        let options = sys::rustg_init_options { struct_size: size_of::<sys::rustg_init_options>(), n_threads };
        // SAFETY: options and error outlive the call.
        check(|error| unsafe { sys::rustg_initialize(&options, error) })?;
        Ok(Library(()))
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: undoes the one `rustg_initialize` of `open`.
        unsafe { sys::rustg_shutdown() }
    }
}

static HELD: Mutex<Vec<Library>> = Mutex::new(Vec::new());

/// Keeps the library prepared until the matching [`shutdown`].
///
/// Everything prepares the library for as long as it lives, so a program need not call this. One that compiles now and
/// then should: what the last user leaves behind (threads, compiled kernels in memory) is released with it.
///
/// # Errors
/// Out of memory, or a linked library of another version.
pub fn initialize() -> Result<(), Error> {
    initialize_with_threads(0)
}

/// [`initialize`], with at most this many threads for what runs on the CPU; 0: all the machine has.
///
/// # Errors
/// As [`initialize`].
pub fn initialize_with_threads(n_threads: u32) -> Result<(), Error> {
    let library = Library::open(n_threads)?;
    HELD.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(library);
    Ok(())
}

/// Undoes one [`initialize`]. What is alive stays usable.
///
/// # Errors
/// [`NotInitialized`](crate::ErrorKind::NotInitialized) without one; nothing is done then.
pub fn shutdown() -> Result<(), Error> {
    let one = HELD.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
    one.map(drop).ok_or_else(|| {
        let hint = "call it once for each `rustg::initialize`; what needs the library opens it by itself";
        Error::new(sys::RUSTG_ERR_NOT_INITIALIZED, "there is no initialize that this shutdown undoes", hint)
    })
}

/// The version of the library that is linked.
pub fn version() -> &'static str {
    // SAFETY: static storage.
    unsafe { static_text(sys::rustg_version()) }
}

/// The passes of the optimizer, in order, for [`GpuCompiler::with_dump_after`](crate::GpuCompiler::with_dump_after).
pub fn passes() -> Vec<&'static str> {
    // SAFETY: static storage; NULL past the end.
    let name =
        |pass| unsafe { Some(sys::rustg_pass_name(pass)).filter(|name| !name.is_null()).map(|name| static_text(name)) };
    (0..).map_while(name).collect()
}
