//! Products of small matrices by a warp's tensor cores, and what brings the operands there. For sm_80 and later. This
//! file is also one of kernels' library.
//!
//! All 32 lanes of the warp call these functions together, each with its part of the matrices: a fragment. The places
//! of a fragment's elements are those of PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type".
//!
//! A product is exact; off the GPU an element of the result is the accumulator plus the products in the order of k, each
//! sum rounded to f32. Tensor cores add in another order and round less carefully: their element differs by at most
//! 2^-20 of the sum of all magnitudes that go into it.

use crate::half::{bf16, f16};
use crate::intrinsics as i;
use crate::ptx;
use crate::warp;
use core::marker::PhantomData;

/// Numbers of 16 bits that tensor cores multiply.
pub trait Half: Copy {
    /// Zero.
    const ZERO: Self;
    #[doc(hidden)]
    fn half_of_bits(bits: u16) -> Self;
    #[doc(hidden)]
    fn half_bits(self) -> u16;
    #[doc(hidden)]
    fn half_to_f32(self) -> f32;
    #[doc(hidden)]
    unsafe fn product(sums: &mut [f32; 4], a: [u32; 4], b: [u32; 2]);
}

macro_rules! half {
    ($t:ident $text:literal) => {
        impl Half for $t {
            const ZERO: $t = $t::ZERO;
            fn half_of_bits(bits: u16) -> $t {
                $t::from_bits(bits)
            }
            fn half_bits(self) -> u16 {
                self.to_bits()
            }
            fn half_to_f32(self) -> f32 {
                self.to_f32()
            }
            unsafe fn product(sums: &mut [f32; 4], a: [u32; 4], b: [u32; 2]) {
                unsafe { ptx!($text, &mut *sums, a, b, cpu = product_of::<$t>(sums, a, b)) }
            }
        }
    };
}
half! { bf16 "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {0}, {1}, {2}, {0};" }
half! { f16 "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {0}, {1}, {2}, {0};" }

/// Four lanes have a row of A between them, and a column of B. What those of the lane's rows and columns have.
fn parts_of(a: [u32; 4], b: [u32; 2]) -> ([[u64; 4]; 2], [[u64; 4]; 2]) {
    let two = |low: u32, high: u32| low as u64 | (high as u64) << 32;
    let (row, column) = (warp::lane() & !3, warp::lane() % 4 * 8);
    let (mut rows, mut columns) = ([[0; 4]; 2], [[0; 4]; 2]);
    let mut i = 0;
    while i < 4 {
        rows[0][i] = warp::shuffle(two(a[0], a[1]), row + i as u32);
        rows[1][i] = warp::shuffle(two(a[2], a[3]), row + i as u32);
        columns[0][i] = warp::shuffle(two(b[0], b[1]), column + i as u32);
        columns[1][i] = warp::shuffle(two(b[0], b[1]), column + 4 + i as u32);
        i += 1;
    }
    (rows, columns)
}

fn product_of<T: Half>(sums: &mut [f32; 4], a: [u32; 4], b: [u32; 2]) {
    let (rows, columns) = parts_of(a, b);
    let of = |bits: u64| T::half_of_bits(bits as u16).half_to_f32();
    let mut k = 0;
    while k < 16 {
        let (half, lane, upper) = (k / 8, k / 2 % 4, k % 2);
        let mut i = 0;
        while i < 4 {
            let x = of(rows[half][lane] >> (32 * (i / 2) + 16 * upper));
            sums[i] += x * of(columns[i % 2][lane] >> (32 * half + 16 * upper));
            i += 1;
        }
        k += 1;
    }
}

/// The number with 10 bits of fraction that is nearest, of two the greater one: a factor of
/// [`add_product_tf32`](Accumulator::add_product_tf32).
#[track_caller]
pub fn tf32(x: f32) -> f32 {
    unsafe {
        i::needs_sm_80();
        f32::from_bits(ptx!("cvt.rna.tf32.f32 {out}, {0};", x, cpu = tf32_of(x)))
    }
}

fn tf32_of(x: f32) -> u32 {
    if x.is_nan() { 0x7FFF_FFFF } else { (x.to_bits() + 0x1000) & !0x1FFF }
}

fn product_of_tf32(sums: &mut [f32; 4], a: [u32; 4], b: [u32; 2]) {
    let (rows, columns) = parts_of(a, b);
    let of = |bits: u64| f32::from_bits(bits as u32);
    let mut k = 0;
    while k < 8 {
        let (half, lane) = (k / 4, k % 4);
        let mut i = 0;
        while i < 4 {
            sums[i] += of(rows[half][lane] >> (32 * (i / 2))) * of(columns[i % 2][lane] >> (32 * half));
            i += 1;
        }
        k += 1;
    }
}

/// Two numbers as a register has them.
pub fn pair<T: Half>(low: T, high: T) -> u32 {
    low.half_bits() as u32 | (high.half_bits() as u32) << 16
}

/// The lane's eight elements of a matrix of 16 rows and 16 columns, the left operand.
#[derive(Clone, Copy)]
pub struct FragmentA<T> {
    registers: [u32; 4],
    of: PhantomData<T>,
}

impl<T: Half> FragmentA<T> {
    /// Of pairs of numbers, as the lane has them: rows l / 4 and 8 later, columns 2 (l mod 4) and the next, then both rows
    /// 8 columns later.
    pub fn of(registers: [u32; 4]) -> FragmentA<T> {
        FragmentA { registers, of: PhantomData }
    }

    /// Of a function of row and column.
    pub fn from_fn<F: Fn(u32, u32) -> T>(element: F) -> FragmentA<T> {
        let (row, column) = (warp::lane() / 4, warp::lane() % 4 * 2);
        let two = |row, column| pair(element(row, column), element(row, column + 1));
        let registers = [two(row, column), two(row + 8, column), two(row, column + 8), two(row + 8, column + 8)];
        FragmentA { registers, of: PhantomData }
    }

    /// By [`load_matrices`], of the lane's row of 16 bytes: lanes 0 to 15 have the left halves of rows 0 to 15, lanes 16
    /// to 31 the right ones.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn load(row: *const T) -> FragmentA<T> {
        FragmentA { registers: unsafe { load_matrices(row) }, of: PhantomData }
    }

    /// The same of columns in memory, by [`load_matrices_transposed`]: lanes 0 to 7 have the upper halves of columns 0 to
    /// 7, lanes 8 to 15 the lower ones, lanes 16 to 31 likewise of columns 8 to 15.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn load_of_columns(column: *const T) -> FragmentA<T> {
        FragmentA { registers: unsafe { load_matrices_transposed(column) }, of: PhantomData }
    }
}

/// The lane's four elements of a matrix of 16 rows and 8 columns, the right operand.
#[derive(Clone, Copy)]
pub struct FragmentB<T> {
    registers: [u32; 2],
    of: PhantomData<T>,
}

impl<T: Half> FragmentB<T> {
    /// Of pairs of numbers, as the lane has them: rows 2 (l mod 4) and the next of column l / 4, then those 8 rows later.
    pub fn of(registers: [u32; 2]) -> FragmentB<T> {
        FragmentB { registers, of: PhantomData }
    }

    /// Of a function of row and column.
    pub fn from_fn<F: Fn(u32, u32) -> T>(element: F) -> FragmentB<T> {
        let (row, column) = (warp::lane() % 4 * 2, warp::lane() / 4);
        let two = |row| pair(element(row, column), element(row + 1, column));
        FragmentB { registers: [two(row), two(row + 8)], of: PhantomData }
    }

    /// Two matrices beside each other, by [`load_matrices`], of columns in memory: lanes 0 to 7 have the upper halves of
    /// columns 0 to 7, lanes 8 to 15 the lower ones, lanes 16 to 31 likewise of columns 8 to 15.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn load_two(column: *const T) -> [FragmentB<T>; 2] {
        FragmentB::two_of(unsafe { load_matrices(column) })
    }

    /// The same of rows in memory, by [`load_matrices_transposed`]: lanes 0 to 15 have the left halves of rows 0 to 15,
    /// lanes 16 to 31 the right ones.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn load_two_of_rows(row: *const T) -> [FragmentB<T>; 2] {
        FragmentB::two_of(unsafe { load_matrices_transposed(row) })
    }

    fn two_of(all: [u32; 4]) -> [FragmentB<T>; 2] {
        [
            FragmentB { registers: [all[0], all[1]], of: PhantomData },
            FragmentB { registers: [all[2], all[3]], of: PhantomData },
        ]
    }
}

/// The lane's four elements of a matrix of 16 rows and 8 columns of sums.
#[derive(Clone, Copy)]
pub struct Accumulator {
    sums: [f32; 4],
}

impl Accumulator {
    /// All zero.
    pub const ZERO: Accumulator = Accumulator { sums: [0.0; 4] };

    /// Adds the product of a and b.
    #[track_caller]
    pub fn add_product<T: Half>(&mut self, a: FragmentA<T>, b: FragmentB<T>) {
        unsafe {
            i::needs_sm_80();
            T::product(&mut self.sums, a.registers, b.registers)
        }
    }

    /// Adds the product of a matrix of 16 rows and 8 columns and one of 8 rows and 8 columns, of [`tf32`]: in `a` the lane
    /// has rows l / 4 and 8 later of column l mod 4, then of 4 columns later, in `b` rows l mod 4 and 4 later of column
    /// l / 4. PTX ISA, "Matrix Fragments for mma.m16n8k8".
    #[track_caller]
    pub fn add_product_tf32(&mut self, a: [u32; 4], b: [u32; 2]) {
        unsafe {
            i::needs_sm_80();
            ptx!(
                "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {0}, {1}, {2}, {0};",
                &mut self.sums,
                a,
                b,
                cpu = product_of_tf32(&mut self.sums, a, b)
            )
        }
    }

    /// The place of the lane's element `index`, which is below 4: row and column. Elements 0 and 1, and 2 and 3, are
    /// beside each other.
    pub fn place(index: u32) -> (u32, u32) {
        (warp::lane() / 4 + index / 2 * 8, warp::lane() % 4 * 2 + index % 2)
    }

    /// The lane's elements.
    pub fn elements(&self) -> [f32; 4] {
        self.sums
    }

    /// The same, to be changed.
    pub fn elements_mut(&mut self) -> &mut [f32; 4] {
        &mut self.sums
    }
}

/// Four matrices of 8 rows of 16 bytes in shared memory, as PTX's `ldmatrix`: the lane has the address of a row, lanes 0
/// to 7 those of the first matrix. Register m of lane l becomes elements 2 (l mod 4) and the next of row l / 4 of matrix m.
///
/// # Safety
/// The addresses are aligned to 16 and lead to 16 bytes of shared memory, whose values a barrier has made visible.
pub unsafe fn load_matrices<T: Half>(row: *const T) -> [u32; 4] {
    unsafe {
        ptx!(
            "ldmatrix.sync.aligned.m8n8.x4.b16 {out}, [{0}];",
            row,
            cpu = {
                let (from, word) = (warp::lane() / 4, warp::lane() as usize % 4);
                let at = |matrix: u32| *(warp::shuffle(row as usize, 8 * matrix + from) as *const u32).add(word);
                [at(0), at(1), at(2), at(3)]
            }
        )
    }
}

/// The same, but register m of lane l becomes elements l / 4 of rows 2 (l mod 4) and the next of matrix m, as PTX's
/// `ldmatrix.trans`.
///
/// # Safety
/// As above.
pub unsafe fn load_matrices_transposed<T: Half>(row: *const T) -> [u32; 4] {
    unsafe {
        ptx!(
            "ldmatrix.sync.aligned.m8n8.x4.trans.b16 {out}, [{0}];",
            row,
            cpu = {
                let (from, element) = (warp::lane() % 4 * 2, warp::lane() as usize / 4);
                let at = |row_of: u32| *(warp::shuffle(row as usize, row_of) as *const T).add(element);
                let two = |matrix: u32| pair(at(8 * matrix + from), at(8 * matrix + from + 1));
                [two(0), two(1), two(2), two(3)]
            }
        )
    }
}

/// Begins a copy of 16 bytes from global to shared memory, as PTX's `cp.async`: of `n_bytes`, which are at most 16, and
/// zeros behind them. Off the GPU it is done at once.
///
/// # Safety
/// Both are aligned to 16 and alive, `from` for `n_bytes`. Nobody else uses `to`, and nobody writes `from`, until
/// [`copies_wait`] has returned; other threads of the block see the bytes behind a barrier after that.
#[track_caller]
pub unsafe fn copy_async<T>(to: *mut T, from: *const T, n_bytes: u32) {
    unsafe {
        i::needs_sm_80();
        ptx!(
            "{ .reg .u64 %s; cvta.to.shared.u64 %s, {0}; cp.async.cg.shared.global [%s], [{1}], 16, {2}; }",
            to,
            from,
            n_bytes,
            cpu = {
                let (to, from) = (to as *mut u32, from as *const u8);
                let mut word = 0;
                while word < 4 {
                    let mut bits = 0;
                    let mut byte = 0;
                    while byte < 4 && 4 * word + byte < n_bytes {
                        bits |= (*from.add((4 * word + byte) as usize) as u32) << (8 * byte);
                        byte += 1;
                    }
                    *to.add(word as usize) = bits;
                    word += 1;
                }
            }
        )
    }
}

/// Ends a group of the thread's copies.
pub fn copies_commit() {
    unsafe { ptx!("cp.async.commit_group;", cpu = ()) }
}

/// Waits until at most `PENDING` of the thread's groups of copies, the last ones, are still under way.
pub fn copies_wait<const PENDING: u32>() {
    unsafe { ptx!("cp.async.wait_group {0};", PENDING, cpu = ()) }
}
