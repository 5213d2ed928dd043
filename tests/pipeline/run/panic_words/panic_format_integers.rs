// integers in a radix, with signs, zeros, widths and alignments
// threads: 1
// panics: 9 beef 0x0000BEEF 1010 0o100 fffe [-0042] [+7] [***-42***] [1   ] 0x0000003ffc0000000000000000000000   5
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let (t, w) = (thread::index(), 5u64);
    panic!("{:x} {:#010X} {:b} {:#o} {:x} [{:05}] [{:+}] [{:*^9}] [{:<4}] {:#034x} {w:>3?}", 48879u32, 0xbeefu16, 10u8, 64u64, -2i16, -42, 7, -42, 1, (t.get() as u128 + 4095) << 90);
    out[t] = w;
}
