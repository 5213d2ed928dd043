// what implements Display or Debug by hand
// threads: 1
// expect: 3
// prints: (-5, 1.5) and Hex:0x0000beef and <<-5>>
// prints: <   -5> <00007> <+3>
// prints: W:"quoted \"text\""
// prints: W:Some(1) W of
// prints: (
// prints:     2,
// prints:     'c',
// prints: )
// prints: [dot] [   dot] [**dot**] [do] [  9|9  | 9 |010|line]
// prints: Inner { hex: Hex:0x00000001, w: W:[-1, -9223372036854775808] }
// prints: Inner {
// prints:     hex: Hex:0x00000001,
// prints:     w: W of
// prints:     [
// prints:         -1,
// prints:         1,
// prints:     ],
// prints: }
// prints: List { value: 1, next: Some(List { value: 2, next: None }) }
// prints: 10 20 30 65535|20|
// prints: None None ' ' none false false false; Some(8) None ' ' none true false false; Some(8) Some(3) '#' left false false true
// prints: Some(4) None 'é' center false false false; Some(5) None ' ' right false true false
// prints: a ab
// prints: -5
// prints: x
// prints: (1, -0)
// prints: 1e20 W:340282366920938463463374607431768211455 W:-170141183460469231731687303715884105728
// prints: W:1.0 W:NaN W:true W:'\''
use rustg_std::prelude::*;
use std::fmt::{self, Alignment, Debug, Display, Formatter};

struct P {
    x: i32,
    y: f32,
}
impl Display for P {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
struct Hex(u32);
impl Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Hex:")?;
        write!(f, "{:#010x}", self.0)
    }
}
struct W<T>(T);
impl<T: Display> Display for W<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('<')?;
        self.0.fmt(f)?;
        f.write_char('>')
    }
}
use std::fmt::Write;
impl<T: Debug> Debug for W<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if f.alternate() { writeln!(f, "W of")? } else { write!(f, "W:")? }
        Debug::fmt(&self.0, f)
    }
}
enum Shape {
    Dot,
    Line(u8),
}
impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Shape::Dot => "dot",
            Shape::Line(n) => {
                return write!(f, "{n:>3}|{n:<3}|{n:^3}|{0:03}|{name}", n + 1, name = "line");
            }
        })
    }
}
#[derive(Debug)]
struct Inner {
    hex: Hex,
    w: W<[i64; 2]>,
}
#[derive(Debug)]
struct List<'a> {
    value: u8,
    next: Option<&'a List<'a>>,
}
struct Row<'a>(&'a [u16]);
impl Display for Row<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, x) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{x}")?;
        }
        Ok(())
    }
}
struct How;
impl Display for How {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let align = match f.align() {
            Some(Alignment::Left) => "left",
            Some(Alignment::Right) => "right",
            Some(Alignment::Center) => "center",
            None => "none",
        };
        write!(f, "{:?} {:?} {:?} ", f.width(), f.precision(), f.fill())?;
        write!(f, "{align} {} {} {}", f.sign_plus(), f.alternate(), f.sign_aware_zero_pad())
    }
}
struct Stops(bool);
impl Display for Stops {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "a")?;
        if self.0 {
            return Ok(());
        }
        write!(f, "b")
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as i32 - 5;
    println!("{} and {:?} and {}", P { x: n, y: 1.5 }, Hex(0xbeef), W(W(n)));
    println!("{:>5} {:05} {:+}", W(n), W(7u8), W(3i128));
    println!("{:?}", W("quoted \"text\""));
    println!("{:?} {:#?}", W(Some(1u8)), W((2u16, 'c')));
    println!("[{}] [{:>6}] [{:*^7}] [{:.2}] [{}]", Shape::Dot, Shape::Dot, Shape::Dot, Shape::Dot, Shape::Line(9));
    println!("{:?}", Inner { hex: Hex(1), w: W([-1, i64::MIN]) });
    println!("{:#?}", Inner { hex: Hex(1), w: W([-1, 1]) });
    let last = List { value: 2, next: None };
    println!("{:?}", List { value: 1, next: Some(&last) });
    let numbers = [10u16, 20, 30, 65535];
    println!("{}|{}|{}", Row(&numbers), Row(&numbers[1..2]), Row(&[]));
    println!("{How}; {How:+8}; {How:#<08.3}");
    println!("{How:é^4}; {How:>#5}");
    println!("{} {}", Stops(true), Stops(false));
    let shown: [&dyn Display; 3] = [&n, &'x', &P { x: 1, y: -0.0 }];
    for x in shown {
        println!("{x}");
    }
    let (big, wide): (&dyn Debug, u128) = (&1e20f64, u128::MAX);
    println!("{big:?} {:?} {:?}", W(wide), W(i128::MIN));
    println!("{:?} {:?} {:?} {:?}", W(1.0f32), W(f64::NAN), W(true), W('\''));
    out[t] = 3;
}
