//! Products that the gradient of attention on sm_90a is made of, and how tiles of what is made of them are stored.
use crate::attention_tiles::BLOCK;
use rustg_std::hopper::{SharedAddress, Sums, add_four, store_matrices};
use rustg_std::prelude::*;

/// Products of factors of this type, each of which begins and ends a group.
pub trait Products<T> {
    /// Makes them products of 64 rows of D elements on the left, of 128 which lie so, and of all on the right, of which
    /// there are ROWS.
    ///
    /// # Safety
    /// As of the products of `Sums`.
    unsafe fn multiply<const D: u32, const ROWS: u32>(&mut self, left: u64, right: SharedAddress);
    /// Adds those of 64 rows in registers, of 4 W elements, and as many rows on the right, which lie across in blocks
    /// of 64 elements.
    ///
    /// # Safety
    /// As above, and the registers are used again behind `wait_with`.
    unsafe fn add_rows<const W: usize>(&mut self, left: &mut [u32; W], right: SharedAddress);
    /// Makes them products of 64 columns on the left and as many on the right, each of 128 elements, which lie across.
    ///
    /// # Safety
    /// As above.
    unsafe fn multiply_columns(&mut self, left: SharedAddress, right: SharedAddress);
}
macro_rules! products {
    ($($t:ident $n:literal $set:ident $add:ident $add_rows:ident $set_across:ident $add_across:ident)*) => {$(
        impl Products<$t> for Sums<$n> {
            unsafe fn multiply<const D: u32, const ROWS: u32>(&mut self, left: u64, right: SharedAddress) {
                let right = right.descriptor();
                self.begin();
                unsafe {
                    self.$set(left, right);
                    for i in 1..D as u64 / 16 {
                        let (half, step) = (i / 4, i % 4 * 2);
                        self.$add(left + half * (BLOCK as u64 / 16) + step, right + half * (ROWS as u64 * 8) + step);
                    }
                }
                self.commit();
            }
            unsafe fn add_rows<const W: usize>(&mut self, left: &mut [u32; W], right: SharedAddress) {
                let right = right.descriptor_across(W as u32 * 512);
                self.begin_with(&mut *left);
                for i in 0..W / 4 {
                    let four = [left[4 * i], left[4 * i + 1], left[4 * i + 2], left[4 * i + 3]];
                    unsafe { self.$add_rows::<1>(four, right + 128 * i as u64) };
                }
                self.commit();
            }
            unsafe fn multiply_columns(&mut self, left: SharedAddress, right: SharedAddress) {
                let (left, right) = (left.descriptor_across(BLOCK), right.descriptor_across(BLOCK));
                self.begin();
                unsafe {
                    self.$set_across::<1, 1>(left, right);
                    for i in 1..8 {
                        self.$add_across::<1, 1>(left + 128 * i, right + 128 * i);
                    }
                }
                self.commit();
            }
        }
    )*};
}
products! {
    bf16 32 set_bf16 add_bf16 add_bf16_rows set_bf16_across add_bf16_across
    bf16 64 set_bf16 add_bf16 add_bf16_rows set_bf16_across add_bf16_across
    f16 32 set_f16 add_f16 add_f16_rows set_f16_across add_f16_across
    f16 64 set_f16 add_f16 add_f16_rows set_f16_across add_f16_across
}

/// Stores the warp's 16 rows of 16 columns, of which these are number `i`, to blocks of 128 rows of 64 columns with a
/// swizzle of 128 bytes. line: of the lane's row, the first 16 lanes' and again.
///
/// # Safety
/// All lanes of the warp are here, and nobody else uses these columns.
pub unsafe fn store_columns(line: SharedAddress, i: u32, four: [u32; 4]) {
    let lane = warp::lane();
    let chunk = i % 4 * 2 + lane / 16;
    unsafe { store_matrices(line + i / 4 * BLOCK + (chunk ^ (lane % 8)) * 16, four) }
}

/// Adds 64 rows of 64 columns to numbers in memory, which lie as the warpgroup has them: four registers of each thread
/// together.
///
/// # Safety
/// As of [`add_four`].
pub unsafe fn add_sums(to: *mut f32, sums: &Sums<32>) {
    let to = to.wrapping_add(thread::idx_x() as usize % 128 * 4);
    let all = sums.elements();
    for i in 0..8 {
        let four = [all[4 * i], all[4 * i + 1], all[4 * i + 2], all[4 * i + 3]];
        unsafe { add_four(to.wrapping_add(512 * i), four) };
    }
}
