//! NumPy's .npy files, written.

use rustg_std::prelude::*;
use std::fs;
use std::io;
use std::path::Path;

/// What an array may hold.
pub trait Element: Copy {
    /// NumPy's name of the type.
    const DESCR: &'static str;
    /// Elements of that type in one of this.
    const N: usize = 1;
    fn bytes(self, to: &mut Vec<u8>);
}

macro_rules! element {
    ($($t:ty, $d:literal;)*) => {$(
        impl Element for $t {
            const DESCR: &'static str = $d;
            fn bytes(self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }
        }
    )*};
}
element!(u8, "|u1"; i32, "<i4"; u32, "<u4"; i64, "<i8"; u64, "<u8"; f32, "<f4"; f64, "<f8";);

impl Element for bool {
    const DESCR: &'static str = "|b1";
    fn bytes(self, to: &mut Vec<u8>) {
        to.push(self as u8);
    }
}

impl Element for f16 {
    const DESCR: &'static str = "<f2";
    fn bytes(self, to: &mut Vec<u8>) {
        to.extend(self.to_bits().to_le_bytes());
    }
}

impl Element for bf16 {
    const DESCR: &'static str = "<V2";
    fn bytes(self, to: &mut Vec<u8>) {
        to.extend(self.to_bits().to_le_bytes());
    }
}

impl Element for Complex<f64> {
    const DESCR: &'static str = "<c16";
    fn bytes(self, to: &mut Vec<u8>) {
        self.re.bytes(to);
        self.im.bytes(to);
    }
}

impl<T: Element, const K: usize> Element for [T; K] {
    const DESCR: &'static str = T::DESCR;
    const N: usize = K * T::N;
    fn bytes(self, to: &mut Vec<u8>) {
        for x in self {
            x.bytes(to);
        }
    }
}

pub fn write<T: Element>(path: &Path, data: &[T]) -> io::Result<()> {
    let shape = data.len() * T::N;
    let text = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({shape},), }}", T::DESCR);
    let room = (10 + text.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((room as u16).to_le_bytes());
    bytes.extend(format!("{text:<width$}\n", width = room - 1).into_bytes());
    for x in data {
        x.bytes(&mut bytes);
    }
    fs::write(path, bytes)
}
