// widths and precisions that are arguments
// threads: 1
// expect: 8
// prints:      7|7     |  7   |000007|    +7|0x0007|
// prints:      7| 6|**2***|
// prints: 0.33|     2.5|1.500|1000.00|
// prints: 1.25| -0.50|1.25|-0.50|
// prints:   text|pr|bo----|$fill$|"debug"|
// prints: true  |     c|  1   |Some(     7)|
// prints:  1  2  3  4  5
// prints:     1.50|1.5| 2
// prints:     4|      5|       6
// prints: [  1.00][  2.50].|[0.1].|[     -1.0].|
// prints: 340282366920938463463374607431768211455|-170141183460469231731687303715884105728|[     1,      7]|(
// prints:          1,
// prints:     "a",
// prints: )|
// prints: wide                                    |                                      40|                            30|
// prints:      7|     1.50|0.25|  é   | Ok(())
use core::fmt::{self, Write};
use rustg_std::prelude::*;

struct Count(usize);
impl Count {
    fn next(&mut self) -> usize {
        self.0 += 1;
        self.0
    }
}
struct Table<'a>(&'a [f32]);
impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = f.width().unwrap_or(3);
        let precision = f.precision().unwrap_or(1);
        for x in self.0 {
            write!(f, "[{x:>width$.precision$}]")?;
        }
        f.write_str(".")
    }
}
struct Buf {
    bytes: [u8; 100],
    n: usize,
}
impl Write for Buf {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            *self.bytes.get_mut(self.n).ok_or(fmt::Error)? = byte;
            self.n += 1;
        }
        Ok(())
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as i32 + 7;
    let (w, p) = (t.get() + 6, t.get() + 2);
    println!("{n:w$}|{n:<w$}|{n:^w$}|{n:0w$}|{n:+w$}|{n:#0w$x}|");
    println!("{:>1$}|{:>2$}|{:*^1$}|", n, w, p);
    println!("{:.*}|{:8.*}|{:.*?}|{:w$.*}|", p, 1.0f32 / 3.0, 1, 2.55, 3, 1.5f64, 2, 1e3);
    println!("{:.p$}|{:w$.p$}|{0:.2$}|{1:.2$}|", 1.25, -0.5f32, p);
    println!("{:>w$}|{:.p$}|{:-<w$.p$}|{:$^w$}|{:w$?}|", "text", "precise", "both", "fill", "debug");
    println!("{:w$}|{:>w$}|{:^w$}|{:w$?}|", true, 'c', Some(1).unwrap_or(2), Some(n));
    println!("{:5$} {:5$} {:5$} {:5$} {:5$}", 1, 2, 3, 4, 5, p);
    println!("{:width$.prec$}|{0:prec$}|{:1$}", 1.5, 2, width = w + 2, prec = p);
    let mut count = Count(3);
    println!("{:1$}|{:3$}|{:w$}", count.next(), count.next(), count.next(), count.next(), w = count.next());
    println!("{:w$.p$}|{}|{:9}|", Table(&[1.0, 2.5]), Table(&[0.125]), Table(&[-1.0]));
    println!("{:w$}|{:>w$}|{:w$?}|{:#w$?}|", u128::MAX, i128::MIN, [1, n], (1u8, "a"));
    println!("{:1$}|{:>1$}|{:2$}|", "wide", 40, 30usize);
    let mut b = Buf { bytes: [0; 100], n: 0 };
    let done = write!(b, "{n:w$}|{:>1$.p$}|{2:.p$}|{3:^w$}|", 1.5, 9, 0.25, "é");
    println!("{} {done:?}", core::str::from_utf8(&b.bytes[..b.n]).unwrap_or("?"));
    assert!(n == 7, "{n:w$} is not {:.*}", p, 7.0);
    out[t] = count.0 as u64;
}
