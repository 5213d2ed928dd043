//! Finding the files of folders.

use std::ffi::CString;
use std::path::Path;
use std::ptr::null_mut;

use rustg_sys as sys;

use crate::compiler::path_name;
use crate::error::{Error, c_text, check};
use crate::module::c_string;

/// Which files of folders are taken. Patterns are lines of gitignore(5), matched against paths from the folder that
/// was named.
#[derive(Clone, Debug, Default)]
pub struct FindOptions {
    /// The files that match are taken; none: those in .rs.
    pub includes: Vec<String>,
    /// Files and folders that match are left out.
    pub excludes: Vec<String>,
    /// Hidden files, what cargo built and what git ignores are taken too.
    pub no_ignore: bool,
    /// Of all sources; 0: of each that of the nearest Cargo.toml, 2024 where there is none.
    pub edition: u32,
}

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundSource {
    /// Its path, as [`GpuCompiler::parse_files`](crate::GpuCompiler::parse_files) takes it.
    pub name: String,
    /// Its edition.
    pub edition: u32,
    /// Its size on disk, a hint; 0 where it is not known.
    pub n_bytes: u64,
    /// The number of the path it was found by.
    pub path: usize,
    /// Whether that path is a folder.
    pub is_in_folder: bool,
}

/// What the search met and went on after.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FindProblem {
    /// A folder.
    pub path: String,
    /// What was wrong.
    pub message: String,
    /// Whether the folder could not be read to its end; else its Cargo.toml was not understood.
    pub is_left_out: bool,
}

/// What [`find_sources`] found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Found {
    /// The files, in the order of their paths' bytes, folder by folder.
    pub sources: Vec<FoundSource>,
    /// What it went on after.
    pub problems: Vec<FindProblem>,
}

/// The Rust files of folders, as git and cargo see them; a path that is no folder stands for itself.
///
/// ```
/// let found = rustg::find_sources(&["src"], &rustg::FindOptions::default())?;
/// assert!(found.sources.iter().any(|source| source.name.ends_with("lib.rs")));
/// # Ok::<(), rustg::Error>(())
/// ```
///
/// # Errors
/// [`Argument`](crate::ErrorKind::Argument) for an edition that there is not, and for a path or pattern with a 0 in it.
pub fn find_sources<P: AsRef<Path>>(paths: &[P], options: &FindOptions) -> Result<Found, Error> {
    let texts = |list: &[String]| list.iter().map(|text| c_string(text)).collect::<Result<Vec<CString>, Error>>();
    let paths = paths.iter().map(|path| path_name(path.as_ref())).collect::<Result<Vec<CString>, Error>>()?;
    let (includes, excludes) = (texts(&options.includes)?, texts(&options.excludes)?);
    let pointers = |list: &[CString]| list.iter().map(|text| text.as_ptr()).collect::<Vec<_>>();
    let (paths, includes, excludes) = (pointers(&paths), pointers(&includes), pointers(&excludes));
    let options = sys::rustg_find_options {
        struct_size: size_of::<sys::rustg_find_options>(),
        includes: includes.as_ptr(),
        n_includes: includes.len(),
        excludes: excludes.as_ptr(),
        n_excludes: excludes.len(),
        no_ignore: options.no_ignore.into(),
        edition: options.edition,
    };
    let mut raw = null_mut();
    // SAFETY: texts and options live through the call.
    check(|error| unsafe { sys::rustg_find_sources(paths.as_ptr(), paths.len(), &options, &mut raw, error) })?;
    // SAFETY: what was made by the call, once.
    unsafe {
        let found = copied(raw);
        sys::rustg_found_free(raw);
        Ok(found)
    }
}

/// # Safety
/// The handle is alive.
unsafe fn copied(raw: *const sys::rustg_found) -> Found {
    let (mut n_sources, mut n_problems) = (0, 0);
    let mut found = Found::default();
    // SAFETY: as the caller promises: rows of these numbers, with texts that belong to the handle.
    unsafe {
        let sources = sys::rustg_found_sources(raw, &mut n_sources);
        let about = sys::rustg_found_about(raw);
        for i in 0..n_sources {
            let (source, about) = (&*sources.add(i), &*about.add(i));
            found.sources.push(FoundSource {
                name: c_text(source.name).into_owned(),
                edition: source.edition,
                n_bytes: about.n_bytes,
                path: about.path,
                is_in_folder: about.in_folder != 0,
            });
        }
        let problems = sys::rustg_found_problems(raw, &mut n_problems);
        for i in 0..n_problems {
            let problem = &*problems.add(i);
            found.problems.push(FindProblem {
                path: c_text(problem.path).into_owned(),
                message: c_text(problem.message).into_owned(),
                is_left_out: problem.is_left_out != 0,
            });
        }
    }
    found
}

/// SHA-256 of bytes: a name for what is in a file, as `rustgc --shard` keeps it.
pub fn content_digest(bytes: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    // SAFETY: so many bytes, and room for the digest.
    unsafe { sys::rustg_content_digest(bytes.as_ptr().cast(), bytes.len(), digest.as_mut_ptr()) };
    digest
}
