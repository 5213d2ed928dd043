//! The arrays of a result as they are: on the host, on a device, and as Arrow tables.

use std::path::Path;

use rustg_sys as sys;

use crate::compiler::path_name;
use crate::error::{Error, check};
use crate::result::{CompilationResult, ResultHandle};
use crate::syntax::slice;

/// Sources that were lexed and parsed together: their arrays hold all of their tokens and nodes, with offsets from the
/// start of the batch.
#[derive(Clone, Copy)]
pub struct Batch<'a> {
    result: &'a ResultHandle,
    index: usize,
}

/// Tokens of a batch on the host. Slot 0 is none; each file's tokens end with one of its end.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TokenArrays<'a> {
    /// [`TokenKind`](crate::TokenKind)s as numbers.
    pub kinds: &'a [u8],
    /// `rustg::sys::RUSTG_TOKEN_*`.
    pub flags: &'a [u8],
    /// First bytes.
    pub starts: &'a [u32],
    /// Behind the last bytes.
    pub ends: &'a [u32],
}

/// Nodes of a batch on the host, in preorder. Slot 0 is none.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AstArrays<'a> {
    /// [`NodeKind`](crate::NodeKind)s as numbers.
    pub kinds: &'a [u8],
    /// Anchors, indices into the token arrays.
    pub toks: &'a [u32],
    /// First bytes.
    pub starts: &'a [u32],
    /// Behind the last bytes.
    pub ends: &'a [u32],
    /// The first node behind a node's subtree.
    pub nexts: &'a [u32],
    /// The node above; 0 for a file.
    pub parents: &'a [u32],
}

/// Tokens of a batch that were left on a device: `CUdeviceptr`s of its primary context, which live as long as the
/// result.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DeviceTokens {
    /// The CUDA device.
    pub device: i32,
    /// As in [`TokenArrays`].
    pub kinds: u64,
    /// As in [`TokenArrays`].
    pub flags: u64,
    /// As in [`TokenArrays`].
    pub starts: u64,
    /// As in [`TokenArrays`].
    pub ends: u64,
    /// The text as uploaded, `n_bytes`.
    pub source: u64,
    /// Elements of each array.
    pub n_tokens: usize,
    /// Bytes of the text.
    pub n_bytes: usize,
}

/// Nodes of a batch that were left on a device, likewise.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DeviceAst {
    /// The CUDA device.
    pub device: i32,
    /// As in [`AstArrays`].
    pub kinds: u64,
    /// As in [`AstArrays`].
    pub toks: u64,
    /// As in [`AstArrays`].
    pub starts: u64,
    /// As in [`AstArrays`].
    pub ends: u64,
    /// As in [`AstArrays`].
    pub nexts: u64,
    /// As in [`AstArrays`].
    pub parents: u64,
    /// Elements of each array.
    pub n_nodes: usize,
}

/// An accessor's answer.
fn told<T>(what: &str, call: impl FnOnce(*mut T) -> sys::rustg_status) -> Result<T, Error> {
    let mut row = std::mem::MaybeUninit::<T>::zeroed();
    match call(row.as_mut_ptr()) {
        // SAFETY: plain numbers and pointers, which a call that succeeds has filled in.
        sys::RUSTG_OK => Ok(unsafe { row.assume_init() }),
        status => Err(Error::new(status, format!("{what} of the batch are not there"), "")),
    }
}

impl<'a> Batch<'a> {
    /// Its tokens on the host.
    ///
    /// # Errors
    /// [`Device`](crate::ErrorKind::Device) where they were left on one.
    pub fn tokens(&self) -> Result<TokenArrays<'a>, Error> {
        // SAFETY: the result is alive, and the index is one of its batches'.
        unsafe {
            let call = |to| sys::rustg_result_tokens(self.result.raw(), self.index, to);
            let row: sys::rustg_tokens = told("tokens", call)?;
            let n = row.n_toks;
            Ok(TokenArrays {
                kinds: slice(row.kind, n),
                flags: slice(row.flags, n),
                starts: slice(row.start, n),
                ends: slice(row.end, n),
            })
        }
    }

    /// Its nodes on the host; empty where nothing was parsed.
    ///
    /// # Errors
    /// As [`tokens`](Batch::tokens).
    pub fn ast(&self) -> Result<AstArrays<'a>, Error> {
        // SAFETY: as above.
        unsafe {
            let call = |to| sys::rustg_result_ast(self.result.raw(), self.index, to);
            let row: sys::rustg_ast = told("nodes", call)?;
            let n = row.n_nodes;
            Ok(AstArrays {
                kinds: slice(row.kind, n),
                toks: slice(row.tok, n),
                starts: slice(row.start, n),
                ends: slice(row.end, n),
                nexts: slice(row.next, n),
                parents: slice(row.parent, n),
            })
        }
    }

    /// Its tokens on the device.
    ///
    /// # Errors
    /// [`NoCuda`](crate::ErrorKind::NoCuda) where nothing was left on one
    /// ([`with_arrays_on_device`](crate::GpuCompiler::with_arrays_on_device)).
    pub fn device_tokens(&self) -> Result<DeviceTokens, Error> {
        // SAFETY: as above.
        let call = |to| unsafe { sys::rustg_result_device_tokens(self.result.raw(), self.index, to) };
        let row: sys::rustg_device_tokens = told("tokens", call)?;
        Ok(DeviceTokens {
            device: row.device,
            kinds: row.d_kind,
            flags: row.d_flags,
            starts: row.d_start,
            ends: row.d_end,
            source: row.d_source,
            n_tokens: row.n_toks,
            n_bytes: row.n_bytes,
        })
    }

    /// Its nodes on the device.
    ///
    /// # Errors
    /// As [`device_tokens`](Batch::device_tokens).
    pub fn device_ast(&self) -> Result<DeviceAst, Error> {
        // SAFETY: as above.
        let call = |to| unsafe { sys::rustg_result_device_ast(self.result.raw(), self.index, to) };
        let row: sys::rustg_device_ast = told("nodes", call)?;
        Ok(DeviceAst {
            device: row.device,
            kinds: row.d_kind,
            toks: row.d_tok,
            starts: row.d_start,
            ends: row.d_end,
            nexts: row.d_next,
            parents: row.d_parent,
            n_nodes: row.n_nodes,
        })
    }
}

/// A table of [`CompilationResult::arrow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrowTable {
    /// A batch's tokens.
    Tokens,
    /// A batch's nodes.
    Ast,
    /// All files; of no batch.
    Files,
}

impl ArrowTable {
    fn raw(self) -> sys::rustg_arrow_table {
        match self {
            ArrowTable::Tokens => sys::RUSTG_ARROW_TOKENS,
            ArrowTable::Ast => sys::RUSTG_ARROW_AST,
            ArrowTable::Files => sys::RUSTG_ARROW_FILES,
        }
    }
}

/// A record batch by Arrow's C data interface: the result's own memory, which stays as long as this does.
pub struct ArrowBatch {
    schema: sys::ArrowSchema,
    array: sys::ArrowArray,
}

// SAFETY: arrow.h: arrays are released in any order and on any thread.
unsafe impl Send for ArrowBatch {}

impl ArrowBatch {
    /// Rows.
    pub fn len(&self) -> usize {
        self.array.length as usize
    }

    /// Has it no rows?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The two structs of the C data interface, for another library to import and release: both begin as Arrow says.
    pub fn into_raw(mut self) -> (sys::ArrowSchema, sys::ArrowArray) {
        (std::mem::take(&mut self.schema), std::mem::take(&mut self.array))
    }
}

impl Drop for ArrowBatch {
    fn drop(&mut self) {
        // SAFETY: not released yet, or empty: what was moved away has no release.
        unsafe {
            if let Some(release) = self.schema.release {
                release(&mut self.schema);
            }
            if let Some(release) = self.array.release {
                release(&mut self.array);
            }
        }
    }
}

impl CompilationResult {
    /// Sources that were lexed and parsed together, in order.
    pub fn batches(&self) -> impl ExactSizeIterator<Item = Batch<'_>> {
        // SAFETY: the result is alive.
        let n = unsafe { sys::rustg_result_n_batches(self.handle().raw()) };
        (0..n).map(|index| Batch { result: self.handle(), index })
    }

    /// A table of a batch for Apache Arrow, without copying numbers. batch: 0 for [`ArrowTable::Files`].
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where there is no such batch, [`Device`](crate::ErrorKind::Device)
    /// where the arrays were left on one.
    pub fn arrow(&self, table: ArrowTable, batch: usize) -> Result<ArrowBatch, Error> {
        let mut made = ArrowBatch { schema: Default::default(), array: Default::default() };
        // SAFETY: the result is alive, and what is made holds its memory; both structs are ours.
        check(|error| unsafe {
            let (schema, array) = (&mut made.schema, &mut made.array);
            sys::rustg_result_arrow(self.handle().raw(), table.raw(), batch, schema, array, error)
        })?;
        Ok(made)
    }

    /// A table, all batches of it, as an Arrow IPC file.
    ///
    /// # Errors
    /// As [`arrow`](CompilationResult::arrow), and [`Io`](crate::ErrorKind::Io).
    pub fn write_arrow(&self, table: ArrowTable, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path_name(path.as_ref())?;
        // SAFETY: the result is alive, and the path lives through the call.
        check(|error| unsafe { sys::rustg_result_arrow_file(self.handle().raw(), table.raw(), path.as_ptr(), error) })
    }
}
