// Products of 16 by 16 by 8 by a warp, from registers and from shared memory, where copies bring them
// threads: 32
// expect: 20952 15842 14620 15484 21906 23618 21059 20125 19454 23142 18213 20401 19911 26230 21528 19764 22794 17350 16250 16691 19323 18727 22046 21056 21038 25684 19784 22318 18354 23559 17061 20780
use rustg_std::mma::{Accumulator, FragmentA, FragmentB, Half, copies_commit, copies_wait, copy_async};
use rustg_std::prelude::*;

/// The lane's four elements of the product, by indices.
fn by_hand(a: impl Fn(u32, u32) -> f32, b: impl Fn(u32, u32) -> f32, start: f32) -> [f32; 4] {
    let mut all = [start; 4];
    for e in 0..4 {
        let (row, column) = Accumulator::place(e);
        for k in 0..16 {
            all[e as usize] += a(row, k) * b(k, column);
        }
    }
    all
}

fn a_of(row: u32, k: u32) -> f32 {
    (row * 5 + k * 3) as f32 % 16.0 * 0.25 - 1.5
}

fn b_of(k: u32, column: u32) -> f32 {
    (k * 7 + column * 2) as f32 % 11.0 * 0.5 - 2.0
}

fn from_registers<T: Half>(of: fn(f32) -> T) -> [f32; 4] {
    let a = FragmentA::from_fn(|row, k| of(a_of(row, k)));
    let b = FragmentB::from_fn(|k, column| of(b_of(k, column)));
    let mut sums = Accumulator::ZERO;
    sums.add_product(a, b);
    sums.add_product(a, b);
    sums.elements()
}

fn from_shared(x: *const bf16, y: *const bf16) -> [[f32; 4]; 4] {
    let rows = Shared::<[bf16; 8], 32>::new();
    let columns = Shared::<[bf16; 8], 32>::new();
    let lane = warp::lane() as usize;
    // SAFETY: inside; the barrier orders all.
    unsafe {
        let bytes = if lane == 31 { 6 } else { 16 };
        copy_async(rows.as_ptr().add(lane), x.add(8 * lane) as *const [bf16; 8], bytes);
        copies_commit();
        copy_async(columns.as_ptr().add(lane), y.add(8 * lane) as *const [bf16; 8], 16);
        copies_commit();
        copies_wait::<1>();
        copies_wait::<0>();
        block::sync();
        let a = FragmentA::load((rows.as_ptr() as *const bf16).add(lane % 16 * 16 + lane / 16 * 8));
        let at = (lane % 8 + lane / 16 * 8) * 16 + lane / 8 % 2 * 8;
        let b = FragmentB::load_two((columns.as_ptr() as *const bf16).add(at));
        let mut sums = [Accumulator::ZERO; 2];
        sums[0].add_product(a, b[0]);
        sums[1].add_product(a, b[1]);
        let rows = FragmentB::load_two_of_rows((rows.as_ptr() as *const bf16).add(lane % 16 * 16 + lane / 16 * 8));
        let mut square = Accumulator::ZERO;
        square.add_product(a, rows[1]);
        let mut turned = Accumulator::ZERO;
        turned.add_product(FragmentA::load_of_columns((columns.as_ptr() as *const bf16).add(at)), b[0]);
        [sums[0].elements(), sums[1].elements(), square.elements(), turned.elements()]
    }
}

/// Atomic, so that it lies in global memory.
#[repr(align(16))]
struct Halves([Atomic<u32>; 128]);

const fn half(i: u32, step: u32) -> u32 {
    0x3E80 + i * step % 29 * 16 // from 1/4 on
}

const fn halves(step: u32) -> Halves {
    let mut all = [const { Atomic::new(0) }; 128];
    let mut i = 0;
    while i < 128 {
        all[i as usize] = Atomic::new(half(2 * i, step) | half(2 * i + 1, step) << 16);
        i += 1;
    }
    Halves(all)
}
static X: Halves = halves(5);
static Y: Halves = halves(11);

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let twice = by_hand(a_of, b_of, 0.0).map(|sum| sum * 2.0);
    assert_eq!(from_registers(bf16::from_f32), twice);
    assert_eq!(from_registers(f16::from_f32), twice);
    let [left, right, square, turned] = from_shared(&X as *const Halves as *const bf16, &Y as *const Halves as *const bf16);
    let of = |bits: u32| bf16::from_bits(bits as u16).to_f32();
    let x = |row: u32, k: u32| if row == 15 && k > 10 { 0.0 } else { of(half(16 * row + k, 5)) };
    assert_eq!(left, by_hand(x, |k, column| of(half(16 * column + k, 11)), 0.0));
    assert_eq!(right, by_hand(x, |k, column| of(half(16 * (column + 8) + k, 11)), 0.0));
    assert_eq!(square, by_hand(x, |k, column| x(k, column + 8), 0.0));
    let y = |row: u32, k: u32| of(half(16 * k + row, 11));
    assert_eq!(turned, by_hand(y, |k, column| y(k, column), 0.0));
    out[t] = (left[1] * 1024.0 + twice[3] * 8.0) as u64;
}
