// what the library's own types write
// threads: 1
// expect: 1
// prints: out of range integral type conversion attempted Err(TryFromIntError(()))
// prints: cannot parse integer from empty string ParseIntError { kind: Empty }
// prints: cannot parse integer from empty string
// prints: invalid digit found in string ParseIntError { kind: InvalidDigit }
// prints: invalid digit found in string
// prints: number too large to fit in target type ParseIntError { kind: PosOverflow }
// prints: number too large to fit in target type
// prints: invalid digit found in string ParseIntError { kind: InvalidDigit }
// prints: invalid digit found in string ParseIntError { kind: InvalidDigit }
// prints: number too small to fit in target type
// prints: Err(ParseBoolError) provided string was not `true` or `false`
// prints: Err(ParseFloatError { kind: Empty }) cannot parse float from empty string
// prints: Err(ParseFloatError { kind: Invalid }) invalid float literal Ok(-5.0)
// prints: 5 [  6]
// prints: -5 6 Some(7)
// prints: Cell { value: 1 } 9
// prints: 1..2 1.. ..3 ..=4 .. 2..=3
// prints: Some(
// prints:     1..2,
// prints: )
// prints: invalid utf-8 sequence of 1 bytes from index 1
// prints: incomplete utf-8 byte sequence from index 1
// prints: Error an error occurred when formatting an argument
// prints: Less Some(Reverse(3))
// prints: [[1, 2], [3, 4]]
// prints: ("a", 'b', 1, 2.5) [Some(()), None]
use rustg_std::prelude::*;
use std::cell::Cell;
use std::num::{NonZero, Saturating, Wrapping};
use std::sync::atomic::AtomicU32;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    println!("{} {:?}", u8::try_from(300u32).unwrap_err(), u8::try_from(300u32));
    for text in ["", "x", "256", "-1", "-129"] {
        if let Err(e) = text.parse::<u8>() {
            println!("{e} {e:?}");
        }
        if let Err(e) = text.parse::<i8>() {
            println!("{e}");
        }
    }
    println!("{:?} {}", "yes".parse::<bool>(), "yes".parse::<bool>().unwrap_err());
    println!("{:?} {}", "".parse::<f32>(), "".parse::<f32>().unwrap_err());
    println!("{:?} {} {:?}", "1e".parse::<f64>(), "-".parse::<f64>().unwrap_err(), "-.5e1".parse::<f64>());
    println!("{} [{:>3?}]", Wrapping(5u8), Wrapping(6u8));
    println!("{} {:?} {:?}", Saturating(-5i8), Saturating(6u8), NonZero::new(7u16));
    println!("{:?} {:?}", Cell::new(1u8), AtomicU32::new(9));
    println!("{:?} {:?} {:?} {:?} {:?} {:?}", 1..2, 1.., ..3u8, ..=4u8, .., 2..=3);
    println!("{:#?}", Some(1..2u8));
    println!("{}", core::str::from_utf8(&[b'a', 0xFF]).unwrap_err());
    println!("{}", core::str::from_utf8(&[b'a', 0xE2]).unwrap_err());
    println!("{:?} {}", std::fmt::Error, std::fmt::Error);
    println!("{:?} {:?}", 1.cmp(&2), Some(std::cmp::Reverse(3)));
    println!("{:?}", [[1u8, 2], [3, 4]].as_slice());
    println!("{:?} {:?}", ("a", 'b', 1u8, 2.5f32), &mut [Some(()), None][..]);
    out[t] = 1;
}
