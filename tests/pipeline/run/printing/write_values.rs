// structs, slices and texts into texts of one's own
// threads: 1
// expect: 0
// prints: Point { x: -7, y: 0.25 } None Line(Point { x: -7, y: 0.25 }, Point { x: -7, y: 0.25 })|
// prints: Named { name: "a\u{301}\t\u{7f}\\", at: Some(Point { x: -7, y: 0.25 }), cells: [1, 2, 3] }|
// prints: Named {|
// prints:     name: "a\u{301}\t\u{7f}\\",|
// prints:     at: Some(|
// prints:         Point {|
// prints:             x: -7,|
// prints:             y: 0.25,|
// prints:         },|
// prints:     ),|
// prints:     cells: [|
// prints:         1,|
// prints:         2,|
// prints:         3,|
// prints:     ],|
// prints: } end|
// prints:     ab|cd    |  éf  |gh|---j---|"m\u{200b}'\""|
// prints: <1, -2, 3> <  4> <>|
// prints: Built { a: 1, b: "two\n\"lines\"" }[1, 2]{'k': Some(1)}|
// prints: Built {|
// prints:     a: 1,|
// prints:     b: "two\n\"lines\"",|
// prints: }[|
// prints:     1,|
// prints:     2,|
// prints: ]{|
// prints:     'k': Some(|
// prints:         1,|
// prints:     ),|
// prints: }|
// prints: [1.5, 2.0] (1, 'c', "d") [|
// prints:     Some(|
// prints:         0,|
// prints:     ),|
// prints:     None,|
// prints: ]|
// prints: generic 0|
// prints: é and Some(0)object    3|
// prints: impl 1.5|
// prints: LOUD WORDS NONE|
// prints: WHAT! 1500000000000000000000000000000000|
// prints: PRINTED! Built { a: 1, b: "two\n\"lines\"" }[1, 2]{'k': Some(1)} <0>!
// prints: Err(Error) 1
// prints: 12345 Point|
// prints: Err(Error) 2
// prints: Named {|
// prints:     |
// prints: Err(Error) 3
// prints: {} "|
// prints: Ok(()) 3
// prints: LOUD!|
// prints: |
use core::fmt::{self, Debug, Display, Write};
use rustg_std::prelude::*;

struct Buf<const N: usize> {
    bytes: [u8; N],
    n: usize,
    n_refused: usize,
}
impl<const N: usize> Buf<N> {
    fn new() -> Self {
        Buf { bytes: [0; N], n: 0, n_refused: 0 }
    }
    fn show(&mut self) {
        for line in core::str::from_utf8(&self.bytes[..self.n]).unwrap_or("?").split('\n') {
            println!("{line}|");
        }
        self.n = 0;
    }
}
impl<const N: usize> fmt::Write for Buf<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.n + text.len() > N {
            self.n_refused += 1;
            return Err(fmt::Error);
        }
        for &byte in text.as_bytes() {
            self.bytes[self.n] = byte;
            self.n += 1;
        }
        Ok(())
    }
}

#[derive(Debug, Clone, Copy)]
struct Point {
    x: i32,
    y: f32,
}
#[derive(Debug)]
enum Shape<'a> {
    None,
    Line(Point, Point),
    Named { name: &'a str, at: Option<Point>, cells: [u8; 3] },
}
struct By<'a>(&'a [i32]);
impl Display for By<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('<')?;
        for (k, x) in self.0.iter().enumerate() {
            if k > 0 {
                f.write_str(", ")?;
            }
            Display::fmt(x, f)?;
        }
        write!(f, "{}", '>')
    }
}
struct Built;
impl Debug for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Built").field("a", &1).field("b", &"two\n\"lines\"").finish()?;
        f.debug_list().entries([1, 2].iter()).finish()?;
        f.debug_map().entry(&'k', &Some(1)).finish()
    }
}
fn generic<W: Write>(w: &mut W, n: i32) -> fmt::Result {
    writeln!(w, "generic {n}")?;
    w.write_char('é')?;
    w.write_str(" and ")?;
    w.write_fmt(format_args!("{:?}", Some(n)))
}
fn object(w: &mut dyn Write, n: i32) -> fmt::Result {
    write!(w, "object {n:>4}")?;
    writeln!(w)
}
fn of_impl(mut w: impl Write) -> fmt::Result {
    write!(w, "impl {}", 1.5)
}
struct Upper<'a, W: Write>(&'a mut W);
impl<W: Write> Write for Upper<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            self.0.write_char(c.to_ascii_uppercase())?;
        }
        Ok(())
    }
}
struct Shouted<T>(T);
impl<T: Display> Display for Shouted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Upper(f), "{}!", self.0)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as i32;
    let mut b = Buf::<600>::new();
    let p = Point { x: n - 7, y: 0.25 };
    let named = Shape::Named { name: "a\u{301}\t\u{7f}\\", at: Some(p), cells: [1, 2, 3] };
    let _ = write!(b, "{p:?} {:?} {:?}", Shape::None, Shape::Line(p, p));
    b.show();
    let _ = write!(b, "{named:?}\n{named:#?} end");
    b.show();
    let _ = write!(b, "{:>6}|{:<6}|{:^6}|{:.2}|{:-^7.1}|{:?}", "ab", "cd", "éf", "ghi", "jkl", "m\u{200b}'\"");
    b.show();
    let _ = write!(b, "{} {:3} {:+}", By(&[1, -2, 3]), By(&[4]), By(&[]));
    b.show();
    let _ = write!(b, "{:?}\n{:#?}", Built, Built);
    b.show();
    let _ = write!(b, "{:?} {:?} {:#?}", [1.5, 2.0], (1u8, 'c', "d"), &[Some(n), None][..]);
    b.show();
    let _ = generic(&mut b, n).and(object(&mut b, n + 3)).and(of_impl(&mut b));
    b.show();
    let _ = write!(Upper(&mut b), "loud {} {:?}", "words", Shape::None);
    b.show();
    let _ = write!(b, "{} {}", Shouted("what"), Shouted(1.5e300));
    b.n = b.n.min(40);
    b.show();
    println!("{} {:?} {}", Shouted("printed"), Built, Shouted(By(&[n])));
    let mut small = Buf::<12>::new();
    let done = write!(small, "{} {:?} {}", 12345, p, 1);
    println!("{done:?} {}", small.n_refused);
    small.show();
    let done = write!(small, "{:#?}", named);
    println!("{done:?} {}", small.n_refused);
    small.show();
    let done = write!(small, "{{}} {:?}", "quoted and long");
    println!("{done:?} {}", small.n_refused);
    small.show();
    let done = writeln!(small, "{}", Shouted("loud"));
    println!("{done:?} {}", small.n_refused);
    small.show();
    out[t] = b.n_refused as u64;
}
