// what write! writes to is evaluated before what it writes, and borrowed in two phases
// threads: 1
// expect: 46
// prints: 01134
// prints: |
// prints: index
// prints: argument
// prints: pick
// prints: first
// prints: second
// prints: pick
// prints: first
// prints: second
// prints: pick
// prints: first
// prints: second
// prints: 7|1c|2.512.5
// prints:   1|
// prints: |
// prints: 0|
// prints: |
// prints: f
// prints: arg
// prints: generic
// prints: width
// prints: value
// prints: generic
// prints: width
// prints: value
// prints: object
// prints: value
// prints: f
// prints: arg
// prints: 0466
// prints: 5    4<9Some(5)1010>63 121273 14147None88|
use core::fmt::{self, Display, Write};
use rustg_std::prelude::*;

struct Buf {
    bytes: [u8; 64],
    n: usize,
}
impl Buf {
    fn len(&self) -> usize { self.n }
    fn grow(&mut self) -> usize {
        self.n += 1;
        self.n
    }
    fn text(&self) -> &str { core::str::from_utf8(&self.bytes[..self.n]).unwrap() }
}
impl Write for Buf {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        for b in s.bytes() {
            self.bytes[self.n] = b;
            self.n += 1;
        }
        Ok(())
    }
}
fn buf() -> Buf { Buf { bytes: [b'_'; 64], n: 0 } }
fn said<T>(what: &str, x: T) -> T {
    println!("{what}");
    x
}
struct Holder<'a> {
    to: &'a mut Buf,
    at: usize,
}
impl Holder<'_> {
    fn tell(&mut self) -> fmt::Result {
        write!(self.to, "{}{}", self.to.len(), self.at)?;
        writeln!(self.to, "{0}{0}", self.to.len() + self.at)?;
        self.to.write_fmt(format_args!("{1}{0:1$}", self.at, self.to.len()))
    }
}
struct Shown(u32);
impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.0, f.width())?;
        write!(said("f", &mut *f), "{0}{0}", said("arg", self.0 + 1))
    }
}
fn generic<W: Write + ?Sized>(to: &mut W, n: &mut u32) -> fmt::Result {
    write!(said("generic", &mut *to), "{}", {
        *n += 1;
        *n
    })?;
    write!(to, "{}{1:>0$}{1}", said("width", 3), said("value", *n * 2))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    let mut all = [buf(), buf(), buf()];
    let mut s = buf();
    let r = &mut s;
    write!(r, "{}", r.len()).unwrap();
    write!(r, "{}{}", r.len(), { r.n }).unwrap();
    write!(s, "{}", { s.n }).unwrap();
    writeln!(s, "{}", s.len()).unwrap();
    println!("{}|", s.text());

    let mut k = 0;
    write!(all[said("index", k)], "{}", {
        k = 1;
        said("argument", 7)
    })
    .unwrap();
    write!(said("pick", &mut all[k]), "{}{}", said("first", 1), said("second", 'c')).unwrap();
    writeln!(said("pick", &mut all[2]), "{1}{0}{1}", said("first", 1), said("second", 2.5)).unwrap();
    said("pick", &mut all[2]).write_fmt(format_args!("{:1$}|", said("first", 1), said("second", 3))).unwrap();
    println!("{}|{}|{}", all[0].text(), all[1].text(), all[2].text());

    let mut one = buf();
    let mut other = buf();
    let mut to = &mut one;
    write!(to, "{}", {
        let n = to.len();
        to = &mut other;
        n
    })
    .ok();
    println!("{}|", to.text());
    println!("{}|", one.text());
    println!("{}|", other.text());

    let mut s = buf();
    Holder { to: &mut s, at: 4 }.tell().unwrap();
    write!(s, "<{:5}>", Shown(9)).unwrap();
    let mut n = 5;
    generic(&mut s, &mut n).unwrap();
    generic::<dyn Write>(&mut s, &mut n).unwrap();
    let object: &mut dyn Write = &mut s;
    write!(said("object", object), "{}", said("value", Shown(n))).unwrap();
    println!("{}|", s.text());
    out[i] = s.n as u64;
}
