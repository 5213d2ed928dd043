// Shared of elements of 16 bytes, and its memory by pointer
// threads: 32
// expect: 11581042 21530027 31479076 41428061 51377110 61326095 71275144 81224097 91173146 101122131 111071180 121020165 130969214 140918199 150867248 160816233 170765282 180714267 190663316 200612301 210561350 220510335 230459384 240408369 250357418 260306403 270255452 280204437 290153486 300102471 310051520 505
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get();
    let ragged = Shared::<u8, 3>::new();
    let floats = Shared::<[f32; 4], 32>::new();
    let wide = Shared::<u128, 32>::new();
    let halves = Shared::<[bf16; 8], 33>::new();
    let pairs = Shared::<Complex<f64>, 32>::new();
    ragged.set(k % 3, 1);
    floats.set(31 - k, [k as f32, 1.0, -0.0, k as f32 * 0.5]);
    wide.set(k ^ 1, (k as u128) << 70 | 5);
    let h = bf16::from_f32(k as f32);
    halves.set(k, [h, h, h, h, h, h, h, bf16::ONE]);
    pairs.set((k + 7) % 32, Complex::new(k as f64, 0.25));
    block::sync();
    let of = floats.get(k);
    // SAFETY: inside, and the barrier orders it.
    let word = unsafe { *(halves.as_ptr() as *const u32).add(4 * ((k + 1) % 32) + 3) };
    assert_eq!(of[2].to_bits(), 1 << 31);
    assert_eq!(floats.as_ptr() as usize % 16, 0);
    assert_eq!(word >> 16, 0x3F80);
    assert_eq!(halves.get(k)[6].to_f32(), k as f32);
    let sum = (of[0] + of[3] * 100.0 + bf16::from_bits(word as u16).to_f32() * 1e4) as u64;
    out[t] = sum * 1000 + (wide.get(k) >> 66) as u64 + (pairs.get(k).re + pairs.get(k).im * 4.0) as u64;
}
