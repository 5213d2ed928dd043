//! Pieces of slices: of a size, of a size that the type knows, and of neighbours that belong together.

use crate::common::{FusedIterator, i, part, part_mut};
use crate::mem::take;

/// Arrays that lie in a slice one behind the other, from its front and from its back, with what is left over.
macro_rules! as_chunks {
    (
        [$($mutable:ident)?] $kind:tt $as_ptr:ident $offset:ident $slice:ident $part:ident
        $chunks:ident $rchunks:ident $unchecked:ident
    ) => {
        #[track_caller]
        pub const fn $chunks<const N: usize>(&$($mutable)? self) -> (&$($mutable)? [[T; N]], &$($mutable)? [T]) {
            const { assert!(N != 0, "chunk size must be non-zero") };
            let (all, n) = (self.len(), self.len() / N);
            let p = self.$as_ptr();
            unsafe { (&$($mutable)? *i::$slice(p as *$kind [T; N], n), $part(p, n * N, all - n * N)) }
        }
        #[track_caller]
        pub const fn $rchunks<const N: usize>(&$($mutable)? self) -> (&$($mutable)? [T], &$($mutable)? [[T; N]]) {
            const { assert!(N != 0, "chunk size must be non-zero") };
            let n = self.len() / N;
            let short = self.len() - n * N;
            let p = self.$as_ptr();
            unsafe { ($part(p, 0, short), &$($mutable)? *i::$slice(i::$offset(p, short as isize) as *$kind [T; N], n)) }
        }
        #[track_caller]
        pub const unsafe fn $unchecked<const N: usize>(&$($mutable)? self) -> &$($mutable)? [[T; N]] {
            const { assert!(N != 0, "chunk size must be non-zero") };
            let n = self.len() / N;
            unsafe { &$($mutable)? *i::$slice(self.$as_ptr() as *$kind [T; N], n) }
        }
    };
}

impl<T> [T] {
    #[track_caller]
    #[const_unstable] pub fn array_windows<const N: usize>(&self) -> ArrayWindows<'_, T, N> {
        const { assert!(N != 0, "window size must be non-zero") };
        ArrayWindows { slice: self }
    }
    as_chunks! { [] const as_ptr ptr_offset slice_from_raw_parts part as_chunks as_rchunks as_chunks_unchecked }
    as_chunks! {
        [mut] mut as_mut_ptr ptr_offset_mut slice_from_raw_parts_mut part_mut
        as_chunks_mut as_rchunks_mut as_chunks_unchecked_mut
    }
}

/// Every run of N neighbours.
pub struct ArrayWindows<'a, T, const N: usize> {
    slice: &'a [T],
}

impl<'a, T, const N: usize> Iterator for ArrayWindows<'a, T, N> {
    type Item = &'a [T; N];
    fn next(&mut self) -> Option<&'a [T; N]> {
        let first = self.slice.first_chunk()?;
        self.slice = &self.slice[1..];
        Some(first)
    }
    size_hint! { self => exactly if N > self.slice.len() { 0 } else { self.slice.len() - N + 1 } }
    fn count(self) -> usize { self.len() }
}
impl<'a, T, const N: usize> DoubleEndedIterator for ArrayWindows<'a, T, N> {
    fn next_back(&mut self) -> Option<&'a [T; N]> {
        let last = self.slice.last_chunk()?;
        self.slice = &self.slice[..self.slice.len() - 1];
        Some(last)
    }
}

/// How long the first piece of n elements is: `short` where the last one may be shorter, `whole` where none is.
fn short(n: usize, size: usize) -> usize { if size < n { size } else { n } }
fn whole(_n: usize, size: usize) -> usize { size }
/// How long the last one is.
fn short_last(n: usize, size: usize) -> usize {
    let over = n % size;
    if over == 0 { size } else { over }
}

/// The first or the last k elements, taken from a slice.
macro_rules! taken {
    ($front:ident $back:ident [$($mutable:ident)?] $part:ident $as_ptr:ident) => {
        fn $front<'a, T>(slice: &mut &'a $($mutable)? [T], k: usize) -> Option<&'a $($mutable)? [T]> {
            let (n, pointer) = (slice.len(), slice.$as_ptr());
            unsafe {
                *slice = $part(pointer, k, i::unchecked_sub(n, k));
                Some($part(pointer, 0, k))
            }
        }
        fn $back<'a, T>(slice: &mut &'a $($mutable)? [T], k: usize) -> Option<&'a $($mutable)? [T]> {
            let (n, pointer) = (slice.len(), slice.$as_ptr());
            unsafe {
                *slice = $part(pointer, 0, i::unchecked_sub(n, k));
                Some($part(pointer, i::unchecked_sub(n, k), k))
            }
        }
    };
}
taken! { front back [] part as_ptr }
taken! { front_mut back_mut [mut] part_mut as_mut_ptr }

/// Iterators over pieces of `size`, of slices to read or to write to, and their methods. `next` takes pieces from
/// `$first`. `rest` is what is left over where all pieces are whole: what lies behind or before `over` elements.
macro_rules! pieces {
    (@ up $n:expr, $size:expr) => { $n.div_ceil($size) };
    (@ down $n:expr, $size:expr) => { $n / $size };
    (@ behind $n:expr, $size:ident) => { $n / $size * $size };
    (@ before $n:expr, $size:ident) => { $n % $size };
    (@ made $name:ident $all:ident $size:ident) => { $name { slice: $all, $size } };
    (@ made $name:ident $all:ident $size:ident $over:ident $split_at:ident $front:ident $back:ident) => {{
        let over = pieces!(@ $over $all.len(), $size);
        let ($front, $back) = $all.$split_at(over);
        $name { $front, $back, $size }
    }};
    ($(
        $(#[$about:meta])*
        $name:ident $method:ident [$($mutable:ident)?] $slice:ty,
        $first:ident $last:ident $length:ident $last_length:ident $count:ident
        $(, $rest:ident $over:ident $split_at:ident $front:ident $back:ident, $remainder:ident($($by:tt)?) $me:ident)?;
    )*) => {$(
        $(#[$about])*
        pub struct $name<'a, T> {
            slice: $slice,
            $($rest: $slice,)?
            size: usize,
        }
        impl<T> [T] {
            #[track_caller]
            #[const_unstable] pub fn $method(&$($mutable)? self, size: usize) -> $name<'_, T> {
                assert!(size != 0, "chunk size must be non-zero");
                pieces!(@ made $name self size $($over $split_at $front $back)?)
            }
        }
        impl<'a, T> Iterator for $name<'a, T> {
            type Item = $slice;
            fn next(&mut self) -> Option<$slice> {
                let n = self.slice.len();
                none_if!(n == 0);
                $first(&mut self.slice, $length(n, self.size))
            }
            size_hint! { self => exactly pieces!(@ $count self.slice.len(), self.size) }
        }
        impl<'a, T> DoubleEndedIterator for $name<'a, T> {
            fn next_back(&mut self) -> Option<$slice> {
                let n = self.slice.len();
                none_if!(n == 0);
                $last(&mut self.slice, $last_length(n, self.size))
            }
        }
        $(impl<'a, T> $name<'a, T> {
            #[const_unstable] pub fn $remainder($($by)? $me) -> $slice { $me.$rest }
        })?
    )*};
}
pieces! {
    /// Pieces of `size`, the last one shorter.
    Chunks chunks [] &'a [T], front back short short_last up;
    /// Likewise, to write to.
    ChunksMut chunks_mut [mut] &'a mut [T], front_mut back_mut short short_last up;
    /// Pieces of `size`; what is left over is the remainder.
    ChunksExact chunks_exact [] &'a [T], front back whole whole down,
    rest behind split_at slice rest, remainder(&) self;
    /// Likewise, to write to.
    ChunksExactMut chunks_exact_mut [mut] &'a mut [T], front_mut back_mut whole whole down,
    rest behind split_at_mut slice rest, into_remainder() self;
    /// Pieces of `size` from the end on, the last one shorter.
    RChunks rchunks [] &'a [T], back front short short_last up;
    /// Likewise, to write to.
    RChunksMut rchunks_mut [mut] &'a mut [T], back_mut front_mut short short_last up;
    /// Pieces of `size` from the end on; what is left over is the remainder.
    RChunksExact rchunks_exact [] &'a [T], back front whole whole down,
    rest before split_at rest slice, remainder(&) self;
    /// Likewise, to write to.
    RChunksExactMut rchunks_exact_mut [mut] &'a mut [T], back_mut front_mut whole whole down,
    rest before split_at_mut rest slice, into_remainder() self;
}

copied_views! {
    ['a, T, const N: usize] ArrayWindows<'a, T, N>: [slice];
    ['a, T] Chunks<'a, T>: [slice size];
    ['a, T] RChunks<'a, T>: [slice size];
    ['a, T] ChunksExact<'a, T>: [slice rest size];
    ['a, T] RChunksExact<'a, T>: [slice rest size];
    ['a, T, F: Clone] ChunkBy<'a, T, F>: [slice] f;
}

macro_rules! chunk_by {
    ($name:ident $method:ident [$($mutable:ident)?] $split_at:ident) => {
        /// Runs of neighbours that belong together.
        pub struct $name<'a, T, F> {
            slice: &'a $($mutable)? [T],
            f: F,
        }
        impl<T> [T] {
            #[const_unstable] pub fn $method<F: FnMut(&T, &T) -> bool>(& $($mutable)? self, f: F) -> $name<'_, T, F> {
                $name { slice: self, f }
            }
        }
        impl<'a, T, F: FnMut(&T, &T) -> bool> Iterator for $name<'a, T, F> {
            type Item = &'a $($mutable)? [T];
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.slice.len();
                (if n == 0 { 0 } else { 1 }, Some(n))
            }
            fn next(&mut self) -> Option<&'a $($mutable)? [T]> {
                none_if!(self.slice.is_empty());
                let mut n = 1;
                while n < self.slice.len() && (self.f)(&self.slice[n - 1], &self.slice[n]) {
                    n += 1;
                }
                let (first, rest) = take(&mut self.slice).$split_at(n);
                self.slice = rest;
                Some(first)
            }
            fn last(mut self) -> Option<&'a $($mutable)? [T]> { self.next_back() }
        }
        impl<'a, T, F: FnMut(&T, &T) -> bool> FusedIterator for $name<'a, T, F> {}
        impl<'a, T, F: FnMut(&T, &T) -> bool> DoubleEndedIterator for $name<'a, T, F> {
            fn next_back(&mut self) -> Option<&'a $($mutable)? [T]> {
                let mut n = self.slice.len();
                none_if!(n == 0);
                n -= 1;
                while n > 0 && (self.f)(&self.slice[n - 1], &self.slice[n]) {
                    n -= 1;
                }
                let (rest, last) = take(&mut self.slice).$split_at(n);
                self.slice = rest;
                Some(last)
            }
        }
    };
}
chunk_by! { ChunkBy chunk_by [] split_at }
chunk_by! { ChunkByMut chunk_by_mut [mut] split_at_mut }
