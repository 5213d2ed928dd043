// Constants in patterns whose values are computed: by a const fn, a field, a trait's impl, bytes and references
// threads: 6
// expect: 11 22 33 44 55 66
use rustg_std::prelude::*;

#[derive(PartialEq, Eq, Clone, Copy)]
struct Stat {
    id: u8,
    index: usize,
}

impl Stat {
    const FIRST: Stat = Stat { id: 0, index: 0 };
    const SECOND: Stat = Stat { id: 0, index: Self::FIRST.index + 1 };
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Shape {
    Dot,
    Line(i16, i16),
    Cloud,
}

const fn line(n: i16) -> Shape {
    Shape::Line(n, -n)
}

const PAIR: (Shape, Shape) = (Shape::Cloud, Shape::Dot);
const CLOUD: Shape = PAIR.0;
const LINE: Shape = line(5);
const WORD: [u8; 4] = *b"fooo";
const NOTHING: &[Shape] = &[];
const MAYBE: Option<&(u32, bool)> = Some(&(6 * 7, 1 < 2));

trait Named {
    const NAME: &'static str;
    const BYTES: &'static [u8; 3] = b"bar";
}
impl Named for Stat {
    const NAME: &'static str = "stat";
}

fn shape(s: Shape) -> u64 {
    match s {
        LINE => 20,
        CLOUD => 1,
        _ => 300,
    }
}

fn value(i: usize) -> u64 {
    match i {
        0 => match (Stat { id: 0, index: 1 }, Stat { id: 0, index: 0 }) {
            (Stat::SECOND, Stat::FIRST) => 11,
            _ => 0,
        },
        1 => shape(Shape::Line(5, -5)) + shape(Shape::Cloud) * 2,
        2 => match *b"fooo" {
            WORD => 33,
            _ => 0,
        },
        3 => match (b"bar", "stat") {
            (<Stat as Named>::BYTES, Stat::NAME) => 44,
            _ => 0,
        },
        4 => match &[Shape::Dot; 0] as &[Shape] {
            NOTHING => 55,
            _ => 0,
        },
        _ => match Some(&(42, true)) {
            MAYBE => 66,
            _ => 0,
        },
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
