// slices seen as values of another type where those may lie
// threads: 4
// expect: 1551157268169140547 16203335563182532683 13768252426044202963 984676989227454427
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C, align(8))]
struct Bytes([u8; 64]);

#[repr(C, align(8))]
struct Triples([[u16; 3]; 7]);

fn lengths<T, U>(x: &[T]) -> u64 {
    let (before, seen, behind) = unsafe { x.align_to::<U>() };
    before.len() as u64 + 100 * seen.len() as u64 + 10000 * behind.len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut bytes = Bytes([7; 64]);
    bytes.0[17] = t.get() as u8;
    let from = t.get() * 3;
    let part = &mut bytes.0[from..61];
    let mut all = lengths::<u8, u32>(part);
    all = all * 1000 + lengths::<u8, [u8; 3]>(part);
    all = all * 1000 + lengths::<u8, ()>(part);
    all = all * 1000 + lengths::<(), u8>(&[(); 5]);
    all ^= lengths::<[u16; 3], u32>(&Triples([[1, 2, 3]; 7]).0[t.get()..]) << 40;
    let (_, numbers, behind) = unsafe { part.align_to_mut::<u32>() };
    for x in numbers.iter_mut() {
        *x = x.rotate_left(8) + 1;
    }
    behind[0] = 9;
    out[t] = bytes.0.iter().fold(all, |all, x| all.wrapping_mul(31).wrapping_add(*x as u64));
}
