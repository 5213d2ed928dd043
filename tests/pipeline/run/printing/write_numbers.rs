// numbers of all kinds into texts of one's own
// threads: 1
// expect: 5413225633808919304
// prints: -5 0     7|8    |  9  |**+10**|0xff|0b00000101|10|FF|
// prints: 340282366920938463463374607431768211455 -170141183460469231731687303715884105728 -1 ffffffffffffffff|
// prints: ffffffffffffffff 0b10000000000000000000000000000000000000000000000000000000000000000000000|
// prints: true true  |false é '\''   x|()|
// prints: NaN+inf-inf NaN 00inf|
// prints: 1.5 1.5 1.500 +00001.5||
// prints: 0 0.0 0.000 +00000.0||
// prints: -0 -0.0 -0.000 -00000.0||
// prints: 0.000000000000000000000000000000000000000000001 1e-45 0.000 +00000.0||
// prints: 340282350000000000000000000000000000000 3.4028235e38 340282346638528859811704183484516925440.000 +34|
// prints: 0282346638528859811704183484516925440.0||
// prints: 0.1 0.1 0.100 +00000.1||
// prints: 16777218 16777218.0 16777218.000 +16777218.0||
// prints: 0.99999994 0.99999994 1.000 +00001.0||
// prints: 0.0001 0.0001 0.000 +00000.0||
// prints: 10000000000000000 1e16 10000000272564224.000 +10000000272564224.0||
// prints: 1.0 1.00         1||
// prints: 5e-324 0.00         0||
// prints: 1.7976931348623157e308 17976931348623157081452742373170435679807056752584499659891747680315726078002|
// prints: 8538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076|
// prints: 2454900903893289440758685084551339423045832369032229481658085593321233482747978262041447231687381771|
// prints: 80919299881250404026184124858368.00 1797693134862315708145274237317043567980705675258449965989174768|
// prints: 0315726078002853876058955863276687817154045895351438246423432132688946418276846754670353751698604991|
// prints: 0576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144|
// prints: 723168738177180919299881250404026184124858368||
// prints: 9007199254740994.0 9007199254740994.00 9007199254740994||
// prints: 0.1 0.10         0||
// prints: 0.5 0.50         0||
// prints: 1.5 1.50         2||
// prints: 2.2250738585072014e-308 0.00         0||
// prints: 1e16 10000000000000000.00 10000000000000000||
// prints: 0.0001 0.00         0||
// prints: 0.25 0.25         0||
use core::fmt::{self, Write};
use rustg_std::prelude::*;

struct Buf {
    bytes: [u8; 2000],
    n: usize,
}
impl Buf {
    fn new() -> Self {
        Buf { bytes: [0; 2000], n: 0 }
    }
    fn show(&mut self) {
        let mut from = 0;
        while from < self.n {
            let to = if self.n - from > 100 { from + 100 } else { self.n };
            println!("{}|", core::str::from_utf8(&self.bytes[from..to]).unwrap_or("?"));
            from = to;
        }
        self.n = 0;
    }
}
impl Write for Buf {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.n + text.len();
        if end > self.bytes.len() {
            return Err(fmt::Error);
        }
        self.bytes[self.n..end].copy_from_slice(text.as_bytes());
        self.n = end;
        Ok(())
    }
}
fn narrow(b: &mut Buf, bits: u32) -> fmt::Result {
    let x = f32::from_bits(bits);
    write!(b, "{x} {x:?} {x:.3} {x:+08.1}|")
}
fn wide(b: &mut Buf, bits: u64) -> fmt::Result {
    let x = f64::from_bits(bits);
    write!(b, "{x:?} {x:.2} {x:>9.0}|")
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut b = Buf::new();
    let zero = t.get() as i32;
    let _ = write!(b, "{} {:?} {:5}|{:<5}|{:^5}|{:*^+7}", zero - 5, zero, 7, 8u8, 9i64, 10);
    let _ = write!(b, "|{:#x}|{:#010b}|{:o}|{:X}", 255, 5u8, 8, -1i8);
    b.show();
    let big = u128::MAX - zero as u128;
    let _ = write!(b, "{} {:?} {} {:x} {:#b}", big, i128::MIN + zero as i128, -1i128, big, 1u128 << 70);
    b.show();
    let _ = write!(b, "{} {:6}|{:?} {} {:?} {:>3}|{:?}", zero == 0, true, false, 'é', '\'', 'x', ());
    b.show();
    let _ = write!(b, "{}{:+}{:?} {:?} {:05}", f32::NAN, f64::INFINITY, -f32::INFINITY, f64::NAN, f32::INFINITY);
    b.show();
    for bits in [0x3FC0_0000, 0, 0x8000_0000, 1, 0x7F7F_FFFF, 0x3DCC_CCCD, 0x4B80_0001,
        0x3F7F_FFFF, 0x38D1_B717, 0x5A0E_1BCA] {
        let _ = narrow(&mut b, bits);
        b.show();
    }
    for bits in [0x3FF0_0000_0000_0000, 1, 0x7FEF_FFFF_FFFF_FFFF,
        0x4340_0000_0000_0001, 0x3FB9_9999_9999_999A, 0x3FE0_0000_0000_0000,
        0x3FF8_0000_0000_0000, 0x0010_0000_0000_0000, 0x4341_C379_37E0_8000,
        0x3F1A_36E2_EB1C_432D, 0x3FD0_0000_0000_0000] {
        let _ = wide(&mut b, bits);
        b.show();
    }
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    let mut state = 1u64 + zero as u64;
    for _ in 0..60 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let _ = narrow(&mut b, (state >> 32) as u32);
        let _ = wide(&mut b, state ^ state >> 29 & 0xFFFF_FFFF | 1 << 62 & state);
        for &byte in &b.bytes[..b.n] {
            hash = (hash ^ byte as u64).wrapping_mul(0x100_0000_01B3);
        }
        b.n = 0;
    }
    out[t] = hash;
}
