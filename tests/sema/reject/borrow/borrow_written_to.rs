use core::fmt::{self, Display, Write};
use rustg_std::prelude::*;

struct Text {
    n: usize,
}
impl Text {
    fn grow(&mut self) -> usize {
        self.n += 1;
        self.n
    }
    fn len(&self) -> usize { self.n }
}
impl Write for Text {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.n += s.len();
        Ok(())
    }
}
impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.n, f.width())?;
        let n = f.width().unwrap_or(0);
        write!(f, "{n}")
    }
}

fn all(mut s: Text, r: &mut Text, shared: &Text, object: &mut dyn Write) -> fmt::Result {
    write!(s, "{}", s.len())?;
    write!(r, "{0}{0}", r.len())?;
    write!(s, "{}", s.n)?; //~ E0502 cannot borrow `s` as mutable because it is also borrowed as immutable
    write!(r, "{}{}", r.len(), r)?; //~ E0502 cannot borrow `*r` as mutable because it is also borrowed as immutable
    write!(&mut s, "{}", s.len())?; //~ E0502 cannot borrow `s` as immutable because it is also borrowed as mutable
    write!(s, "{}", s.grow())?; //~ E0499 cannot borrow `s` as mutable more than once at a time
    write!(s, "{0} {0}", s.grow())?; //~ E0499 cannot borrow `s` as mutable more than once at a time
    writeln!(r, "{1} {0}", r.n, r.len())?; //~ E0502 cannot borrow `*r` as mutable because it is also borrowed as immutable
    r.write_fmt(format_args!("{}", { r.n = 1; 2 }))?; //~ E0506 cannot assign to `r.n` because it is borrowed
    write!(shared, "{}", 1)?; //~ E0596 cannot borrow `*shared` as mutable, as it is behind a `&` reference
    write!(object, "{}", { object.write_str("a")?; 1 }) //~ E0499 cannot borrow `*object` as mutable more than once at a time
}

#[kernel]
pub fn k(mut y: GridMut<u32>) {
    let (mut a, mut b) = (Text { n: 0 }, Text { n: 0 });
    let _ = all(Text { n: 1 }, &mut a, &Text { n: 2 }, &mut b);
    y[thread::index()] = b.n as u32;
}
