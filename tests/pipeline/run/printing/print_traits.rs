// {:x}, {:e}, {:p} and their like, of numbers and of types of one's own
// threads: 1
// expect: 5
// prints: 0e0 1.2E3 -1.23456e5 -1.70141183460469231731687303715884105728e38 1.8446744073709551615e19
// prints: 11 0e0 1.2E3 -1.23456e5 -1.70141183460469231731687303715884105728e38 1.8446744073709551615e19
// prints: 2e1 2e1 3e2 1e2 1.0e4
// prints: 9 2e1 2e1 3e2 1e2 1.0e4
// prints: 1.23e5 1.20000e1 +7.000e0 -00001.5e3 1.5e2    |   1e0   |     +3e0
// prints: 39 1.23e5 1.20000e1 +7.000e0 -00001.5e3 1.5e2    |   1e0   |     +3e0
// prints: 1.00e4 2.000000000000000000000000000000000000000000000000000000000000E0
// prints: 5 1.00e4 2.000000000000000000000000000000000000000000000000000000000000E0
// prints: 0e0 -0E0 1e0 1.2345e3 1e-7 2.2250738585072014e-308
// prints: 24 0e0 -0E0 1e0 1.2345e3 1e-7 2.2250738585072014e-308
// prints: 0.00e0 0e0 1.000e1 2.5e10 1.00000000000000005551e-1
// prints: 23 0.00e0 0e0 1.000e1 2.5e10 1.00000000000000005551e-1
// prints: 3.4028235e38 +1.5E0 -002.5e0 NaN +inf
// prints: 26 3.4028235e38 +1.5E0 -002.5e0 NaN +inf
// prints: 00000001.2e4     +1e300 ----5e-1----|2e0 2e0
// prints: 42 00000001.2e4     +1e300 ----5e-1----|2e0 2e0
// prints: ff FF 0xff 000000ab 0xFFFE
// prints: 17 ff FF 0xff 000000ab 0xFFFE
// prints: 41 Shown { a: ff, b: (a, [ffffffffffffffff, ff]), c: 10.0, d: 'a', e: Some("x") }
// prints: 61 Shown {
// prints:     a: 0xFF,
// prints:     b: (
// prints:         0xA,
// prints:         [
// prints:             0xFFFFFFFFFFFFFFFF,
// prints:             0xFF,
// prints:         ],
// prints:     ),
// prints:     c: 10.0,
// prints:     d: 'a',
// prints:     e: None,
// prints: }
// prints: [1, ab] -1 Some(00FE) "x" (
// prints:     true,
// prints:     (),
// prints: )
// prints: 29 [1, ab] -1 Some(00FE) "x" (
// prints:     true,
// prints:     (),
// prints: )
// prints: -26 -26 -26 ffffffe6-2.6e1 26 26 26 262.6e1
// prints: 21 -26 -26 -26 ffffffe6-2.6e1 26 26 26 262.6e1
// prints: [10 10 10 A1e1] 1010xNonefalse
// prints: 16 [10 10 10 A1e1] 1010xNonefalse
// prints:     11    11x     Some(6)true here here   |
// prints: 31     11    11x     Some(6)true here here   |
// prints: a/ffff 0xAB/0x2 101/11
// prints: 13 a/ffff 0xAB/0x2 101/11
// prints: 0o10/0o11 1e1/-1.2e2 3E0/1E0
// prints: 14 0o10/0o11 1e1/-1.2e2 3E0/1E0
// prints: 0xa/0xb 0A/0B 0001/0002
// prints: 21 0xa/0xb 0A/0B 0001/0002
// prints: 0b0001/0b0010  9.5e1/ 1.0e2
// prints: 16 0b0001/0b0010  9.5e1/ 1.0e2
// prints: ff AB 1.5e3 0b11111111
// prints: 8 ff AB 1.5e3 0b11111111
// prints: ffff Some(AB) 1..=1a
// prints: 10 ffff Some(AB) 1..=1a
// prints: 3e8 0x3e8 1E3 000003e8
// prints: 13 3e8 0x3e8 1E3 000003e8
// prints: ffffffff 0xffffffff 4.294967295E9 ffffffff
// prints: 8 ffffffff 0xffffffff 4.294967295E9 ffffffff
// prints: ff 0xff 2.55E2 000000ff
// prints: 14 ff 0xff 2.55E2 000000ff
// prints: 0xab00 0xab00 0x000000000000ab00 0x000000000000ab00   0xab00|0xab00  |0x00ab00 0x0000000000
// prints: 62 0xab00 0xab00 0x000000000000ab00 0x000000000000ab00   0xab00|0xab00  |0x00ab00 0x0000000000
// prints: Some(
// prints:     0x0000000000000000,
// prints: ) 0x0 (0xab00,) 0x000000000000000000ab00
// prints: 53 Some(
// prints:     0x0000000000000000,
// prints: ) 0x0 (0xab00,) 0x000000000000000000ab00
// prints: true true
// prints: false
use core::fmt::{self, Binary, Debug, Display, Formatter, LowerExp, LowerHex, Octal, Pointer, UpperExp, UpperHex, Write};
use core::num::{NonZero, Wrapping};
use rustg_std::prelude::*;

struct Text {
    bytes: [u8; 1600],
    n: usize,
    calls: u32,
}
impl Write for Text {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.bytes[self.n..self.n + s.len()].copy_from_slice(s.as_bytes());
        self.n += s.len();
        self.calls += 1;
        Ok(())
    }
}
/// Prints a message, and writes it to a text, which says how often it was called.
macro_rules! both {
    ($($of:tt)*) => {
        println!($($of)*);
        sink!($($of)*);
    };
}
macro_rules! sink {
    ($($of:tt)*) => {
        let mut text = Text { bytes: [0; 1600], n: 0, calls: 0 };
        write!(text, $($of)*).unwrap();
        print!("{} ", text.calls);
        for line in core::str::from_utf8(&text.bytes[..text.n]).unwrap().lines() {
            println!("{line}");
        }
    };
}

struct Color(u8, i16);
macro_rules! by_part {
    ($($trait:ident)*) => {$(
        impl $trait for Color {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                $trait::fmt(&self.0, f)?;
                f.write_str("/")?;
                $trait::fmt(&self.1, f)
            }
        }
    )*};
}
by_part! { LowerHex UpperHex Binary Octal LowerExp UpperExp }
impl Display for Color {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result { write!(f, "{:#x} {0:02X}", self) }
}
#[derive(Debug)]
struct Shown {
    a: i8,
    b: (u16, [i64; 2]),
    c: f32,
    d: char,
    e: Option<&'static str>,
}
struct Mixed(i32);
impl Debug for Mixed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)?;
        write!(f, " {} {:?} ", self.0, self.0)?;
        Debug::fmt(&self.0, f)?;
        LowerExp::fmt(&self.0, f)
    }
}
impl LowerHex for Mixed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)?;
        Debug::fmt(&self.0, f)?;
        f.pad("x")?;
        write!(f, "{:?}{}", f.width(), f.alternate())
    }
}
impl Pointer for Mixed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result { f.pad("here") }
}
fn generic<T: LowerHex + UpperExp + ?Sized>(x: &T) {
    both!("{x:x} {x:#x} {x:E} {:08x}", x);
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    let n = 3u8;
    both!("{:e} {:E} {:e} {:e} {:e}", 0u8, 1200, -123456i64, i128::MIN, u64::MAX);
    both!("{:.0e} {:.0e} {:.0e} {:.0e} {:.1e}", 15, 25, 251, 99, 9950);
    both!("{:.2e} {:.5e} {:+.3e} {:010e} {:<9e}|{:^9e}|{:>+9e}", 123456, 12, 7, -1500, 150, 1, n);
    both!("{:.1$e} {:.2$E}", 9996, 2, 60);
    both!("{:e} {:E} {:e} {:e} {:e} {:e}", 0.0, -0.0, 1.0, 1234.5f32, 1e-7, f64::MIN_POSITIVE);
    both!("{:.2e} {:.0e} {:.3e} {:.1e} {:.20e}", 0.0, 0.0, 9.9999, 2.5e10f32, 0.1);
    both!("{:e} {:+E} {:08e} {:e} {:+e}", f32::MAX, 1.5, -2.5, f64::NAN, f64::INFINITY);
    both!("{:012.1e} {:>+10e} {:-^12e}|{:.0e} {:.0e}", 12345.0, 1e300, 0.5, 1.5, 2.5);
    both!("{:x?} {:X?} {:#x?} {:08x?} {:#06X?}", -1i8, 255, 255u128, 171, -2i16);
    sink!("{:x?}", Shown { a: -1, b: (10, [-1, 255]), c: 10.0, d: 'a', e: Some("x") });
    sink!("{:#X?}", Shown { a: -1, b: (10, [-1, 255]), c: 10.0, d: 'a', e: None });
    both!("{:x?} {:?} {:04X?} {:x?} {:#x?}", [1u8, 171], -1, Some(-2i8), "x", (true, ()));
    both!("{:x?} {:?}", Mixed(-26), Mixed(26));
    both!("{:X?} {:x}", [Mixed(10)], Mixed(10));
    both!("{:#6x} {:p} {:7p}|", Mixed(11), Mixed(1), Mixed(2));
    both!("{:x} {:#X} {:b}", Color(10, -1), Color(171, 2), Color(5, 3));
    both!("{:#o} {:e} {:E}", Color(8, 9), Color(10, -120), Color(3, 1));
    both!("{} {:04x}", Color(10, 11), Color(1, 2));
    both!("{:#06b} {:>6.1e}", Color(1, 2), Color(95, 105));
    both!("{:x} {:X} {:e} {:#b}", &&255, Wrapping(171u8), NonZero::new(1500).unwrap(), Wrapping(-1i8));
    both!("{:x?} {:X?} {:x?}", Wrapping(-1i16), NonZero::new(171u8), 1..=26);
    generic(&1000i16);
    generic(&NonZero::new(u32::MAX).unwrap());
    generic(&&255u8);

    let null = core::ptr::null::<u32>();
    let at = 0xAB00usize as *mut u8;
    both!("{:p} {:?} {:#p} {:#?} {:8p}|{:<8?}|{:#8p} {:012p}", at, at, at, at, at, at, at, null);
    both!("{:#?} {:p} {:?} {:#24?}", Some(null), null, (at,), at);
    let x = [1u32, 2];
    let r = &x;
    let mut text = Text { bytes: [0; 1600], n: 0, calls: 0 };
    write!(text, "{:p} {:p} {:p} {:?}", r, &x, r as *const [u32; 2], &raw const x[0]).unwrap();
    let words = core::str::from_utf8(&text.bytes[..text.n]).unwrap();
    let first = words.split(' ').next().unwrap();
    println!("{} {}", words.split(' ').all(|word| word == first), first.starts_with("0x"));
    let mut text = Text { bytes: [0; 1600], n: 0, calls: 0 };
    write!(text, "{:p} {:p}", &r, r).unwrap();
    let words = core::str::from_utf8(&text.bytes[..text.n]).unwrap();
    println!("{}", words.split(' ').next() == words.split(' ').last());
    out[i] = text.calls as u64;
}
