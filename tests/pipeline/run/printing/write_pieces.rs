// the pieces that a sink sees, and what of them where it refuses one
// threads: 1
// expect: 11114251662005772674
// prints: |S| { |a|: |a
// prints: b|true|Point| { |x|: |1|, |y|: |None| }|$|[|1|, |Some|(|2|)|, |None|]|done|, ||: |2| }| true 0 33 73dd1357204638ad
// prints: |S| { |a|: ||(|1|, '"|x|\n|'"|)|, .. }| true 1 15 9315e61cc8946626
// prints: |S| { .. }| true 2 2 4bfea0901491396c
// prints: |T|(|Unit|, |[|1|, |2|]|)| true 3 10 cf32480ec0fa1fac
// prints: ||(|a
// prints: b|true|Point| { |x|: |1|, |y|: |None| }|$|[|1|, |Some|(|2|)|, |None|]|done|,|)| true 4 28 78941605cc1d486
// prints: |T|(|1|.|5|, ..)| true 5 6 9de3c800616a84d
// prints: || true 6 1 73000000c368
// prints: |[|Unit|, |a
// prints: b|true|Point| { |x|: |1|, |y|: |None| }|$|[|1|, |Some|(|2|)|, |None|]|done|]| true 7 28 a3db2d26ad990aaf
// prints: |[|..]| true 8 2 60e45f11300f13a5
// prints: |{|1|, |2|, ..}| true 9 5 28c8c9fc6f631038
// prints: |{|}| true 10 2 1c581cbd38542fcd
// prints: |{'"|k'"|: |a
// prints: b|true|Point| { |x|: |1|, |y|: |None| }|$|[|1|, |Some|(|2|)|, |None|]|done|, |Unit|: |Empty|}| true 11 34 d33c17d77802892c
// prints: |{||(|1|, |2|)|: '''v''|, ..}| true 12 12 190d1fd53d572b6c
// prints: |[|1|]|, |2|]|Ok|(|()|)|Ok|(|()|)| true 13 14 dff6d11e254660e
// prints: |S| {
// prints: |    |a|: |a
// prints: |    |b|true|Point| { |x|: |1|, |y|: |None| }|$|    |[|$|    |    |1|,
// prints: |    |    |Some|(
// prints: |    |    |    |2|,
// prints: |    |    |)|,
// prints: |    |    |None|,
// prints: |    |]|done|,
// prints: |    |: |2|,
// prints: |}| true 14 53 4465dbf12f127010
// prints: |S| {
// prints: |    |a|: |(
// prints: |    |    |1|,
// prints: |    |    '"|x|\n'"|,
// prints: |    |)|,
// prints: |    |..
// prints: |}| true 15 23 67035cedb7d0c7a6
// prints: |S| { .. }| true 16 2 4bfea0901491396c
// prints: |T|(
// prints: |    |Unit|,
// prints: |    |[|$|    |    |1|,
// prints: |    |    |2|,
// prints: |    |]|,
// prints: |)| true 17 20 a34cfe3e5237aac8
// prints: ||(
// prints: |    |a
// prints: |    |b|true|Point| { |x|: |1|, |y|: |None| }|$|    |[|$|    |    |1|,
// prints: |    |    |Some|(
// prints: |    |    |    |2|,
// prints: |    |    |)|,
// prints: |    |    |None|,
// prints: |    |]|done|,
// prints: |)| true 18 47 69f10497acfca704
// prints: |T|(
// prints: |    |1|.|5|,
// prints: |    |..
// prints: |)| true 19 10 461666373e9284ed
// prints: || true 20 1 73000000c368
// prints: |[|$|    |Unit|,
// prints: |    |a
// prints: |    |b|true|Point| { |x|: |1|, |y|: |None| }|$|    |[|$|    |    |1|,
// prints: |    |    |Some|(
// prints: |    |    |    |2|,
// prints: |    |    |)|,
// prints: |    |    |None|,
// prints: |    |]|done|,
// prints: |]| true 21 50 cdce74a697679b86
// prints: |[|..]| true 22 2 60e45f11300f13a5
// prints: |{|$|    |1|,
// prints: |    |2|,
// prints: |    |..
// prints: |}| true 23 11 63ed990497d93fcc
// prints: |{|}| true 24 2 1c581cbd38542fcd
// prints: |{|$|    '"|k'"|: |a
// prints: |    |b|true|Point| { |x|: |1|, |y|: |None| }|$|    |[|$|    |    |1|,
// prints: |    |    |Some|(
// prints: |    |    |    |2|,
// prints: |    |    |)|,
// prints: |    |    |None|,
// prints: |    |]|done|,
// prints: |    |Unit|: |Empty|,
// prints: |}| true 25 56 bd9efc57e4528eb6
// prints: |{|$|    |(
// prints: |    |    |1|,
// prints: |    |    |2|,
// prints: |    |)|: '''v''|,
// prints: |    |..
// prints: |}| true 26 22 bc6899615ed3967e
// prints: |[|$|    |1|,
// prints: |]|    |2|,
// prints: |]|Ok|(|()|)|Ok|(|()|)| true 27 18 96bc4ea32516146d
// prints: |T|(
// prints: |    |Unit|,
// prints: |    |[|$|    |    |1|,
// prints: |    |    |2|,
// prints: |    |]|,
// prints: |)|{}| true 28 21 478042fd2614c384
// prints: || true 29 1 73000000c368
// prints: |$| true 30 1 186cc00014c0138
// prints: |lit1'-|1|-é| true 31 4 1be3532693cee8aa
// prints: |a7{' ' |8| true 32 4 60713b2dc86025c
// prints: '"|'"| '"|a|\"|'|\n||\u{301}|b'"| '"||\0|'"| true 33 19 1a47b6906e24b8d7
// prints: '''a''''|\''''''"''''|\u{200b}''| true 34 12 edaf04d04c1693c7
// prints: '+|5||6'-'0'0'0|7|8' ' ' ' ' ' '+|9' ' ' ||| true 35 22 8eaa651ce670ca8
// prints: |0x|ff|0b'0'0'0'0'0|101' ' ' '+|0o|10|ff| true 36 16 fa4a9d215d94fa53
// prints: |0.|5|+|1|-'0'0|1|.|50|+'0'0|12|.|000| true 37 16 9c16a489eb70fcf1
// prints: |1|.|500| |1| |0.|0| |10|.|00| true 38 12 d539f6b9c8ce0caf
// prints: |1|.|0| |1|e|20| |1|.|25|e-|7| |1|e|300| true 39 17 4729f4c83a212d27
// prints: |'0'0'0'0'0|NaN' ' ' |inf|+'0'0|inf| true 40 15 c59e74c8e5d0b941
// prints: |0.|00000| ' ' ' ' |0| |-'0|0.|0| true 41 13 11be0e69200901ce
// prints: |0.|100000001490116119384765625000| true 42 2 d1f22c1dc95646e
// prints: |c' ' ' ' |é' ' |x'd'-'-|ab'-'-'-||| true 43 17 137e3415b551eee6
// prints: |true' ' |()' ' ' ' |()| true 44 9 b0573bbdadd80bf1
// prints: |Pair|(
// prints: |    |Point| {
// prints: |    |    |x|: '-|1|,
// prints: |    |    |y|: |Some|(
// prints: |    |    |    '"|a|\n|b'"|,
// prints: |    |    |)|,
// prints: |    |}|,
// prints: |    |(
// prints: |    |    |1|,
// prints: |    |    '''c''|,
// prints: |    |)|,
// prints: |)| true 45 50 d48e9b3e10578107
// prints: |Named| { |list|: |[|Unit|, |Unit|]|, |in|: |()| }| true 46 14 c8f3af328fcb314e
// prints: |Named| {
// prints: |    |list|: |[|$|    |    |Unit|,
// prints: |    |    |Unit|,
// prints: |    |]|,
// prints: |    |in|: |()|,
// prints: |}| true 47 24 ff023053b3ce2531
// prints: ||(|1|,|)| ||(|()|, ||(|2|, |Empty|)|)| true 48 17 87ada7da5c331369
// prints: ||(
// prints: |    |1|,
// prints: |    |(
// prints: |    |    |2|,
// prints: |    |)|,
// prints: |)| true 49 15 54c4b57237aa67ae
// prints: |[|]|[|$|    |Some|(
// prints: |    |    '"|x'"|,
// prints: |    |)|,
// prints: |]| true 50 17 9da28e19f199d2f8
// prints: |['0'0|1|, '-'0|2|]|[|$|    |5|,
// prints: |]| true 51 15 fec0826c29a3a8e2
// prints: |1|..|2| |1|..=|2| |..|3| |..| true 52 12 ea0dd356ce8aac20
// prints: |a
// prints: b|true|Point| { |x|: |1|, |y|: |None| }|$|[|1|, |Some|(|2|)|, |None|]|done| |{|$|    |1|,
// prints: |    |2|,
// prints: |    |..
// prints: |}|{}| true 53 37 f098208d75f2ffbf
// prints: |340282366920938463463374607431768211455'-|170141183460469231731687303715884105728| true 54 3 96c43ef5d0913802
// prints: |x|a
// prints: b|true|Point| { |x|: |1|, |y|: |None| }|$|[|$|    |1|,
// prints: |    |Some|(
// prints: |    |    |2|,
// prints: |    |)|,
// prints: |    |None|,
// prints: |]|done| true 55 34 272b67d35634f23c
// prints: |56' ' ' |56|end| true 56 6 b35d28cf8137848d
use core::fmt::{self, Debug, Display, Formatter, Write};
use rustg_std::prelude::*;

/// Shows each call, and refuses one.
struct Log {
    calls: u32,
    refused: u32,
    hash: u64,
    shows: bool,
}
impl Log {
    fn call(&mut self, kind: u8, text: &str) -> fmt::Result {
        self.calls += 1;
        self.hash = (self.hash ^ kind as u64).wrapping_mul(0x100_0000_01B3);
        for b in text.bytes() {
            self.hash = (self.hash ^ b as u64).wrapping_mul(0x100_0000_01B3);
        }
        if self.shows {
            print!("{}{}", if kind == b'c' { '\'' } else { '|' }, if text == "\n" { "$" } else { text });
        }
        if self.calls == self.refused { Err(fmt::Error) } else { Ok(()) }
    }
}
impl Write for Log {
    fn write_str(&mut self, s: &str) -> fmt::Result { self.call(b's', s) }
    fn write_char(&mut self, c: char) -> fmt::Result { self.call(b'c', c.encode_utf8(&mut [0; 4])) }
}

#[derive(Debug)]
struct Point {
    x: i32,
    y: Option<&'static str>,
}
#[derive(Debug)]
struct Unit;
#[derive(Debug)]
enum Kind {
    Pair(Point, (u8, char)),
    Empty,
    Named { list: [Unit; 2], r#in: () },
}
/// Goes on behind an error.
struct Stubborn(u32);
impl Debug for Stubborn {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let first = f.write_str("a\nb");
        let second = write!(f, "{}{:?}\n", first.is_ok(), Point { x: 1, y: None });
        let third = f.debug_list().entry(&1).entries([Some(2), None]).finish();
        if second.is_err() || third.is_err() {
            f.write_char('!')?;
            return write!(f, "<{}{}>", second.is_err(), third.is_err());
        }
        f.pad("done")
    }
}
struct Built(u32);
impl Debug for Built {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.debug_struct("S").field("a", &Stubborn(1)).field("", &2).finish(),
            1 => f.debug_struct("S").field("a", &(1, "x\n")).finish_non_exhaustive(),
            2 => f.debug_struct("S").finish_non_exhaustive(),
            3 => f.debug_tuple("T").field(&Unit).field(&[1u8, 2]).finish(),
            4 => f.debug_tuple("").field(&Stubborn(2)).finish(),
            5 => f.debug_tuple("T").field(&1.5).finish_non_exhaustive(),
            6 => f.debug_tuple("").finish(),
            7 => f.debug_list().entry(&Unit).entry(&Stubborn(1)).finish(),
            8 => f.debug_list().finish_non_exhaustive(),
            9 => f.debug_set().entries([1, 2]).finish_non_exhaustive(),
            10 => f.debug_set().finish(),
            11 => f.debug_map().entry(&"k", &Stubborn(1)).entry(&Unit, &Kind::Empty).finish(),
            12 => f.debug_map().entries([((1, 2), 'v')]).finish_non_exhaustive(),
            _ => {
                let mut list = f.debug_list();
                list.entry(&1);
                let first = list.finish();
                let second = list.entry(&2).finish();
                write!(f, "{first:?}{second:?}")
            }
        }
    }
}
impl Display for Built {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result { write!(f, "{self:#?}{{}}{}", "") }
}

fn write(case: u32, w: &mut Log) -> fmt::Result {
    let big = 1e300;
    match case {
        0..=13 => write!(w, "{:?}", Built(case)),
        14..=27 => write!(w, "{:#?}", Built(case - 14)),
        28 => write!(w, "{}", Built(3)),
        29 => write!(w, ""),
        30 => writeln!(w),
        31 => write!(w, "{}{}{}-{}", "lit", 1, -1, "é"),
        32 => write!(w, "a{}{{{:>3}", 7u8, 8),
        33 => write!(w, "{:?} {:?} {:?}", "", "a\"'\n\u{301}b", "\u{0}"),
        34 => write!(w, "{:?}{:?}{:?}{:?}", 'a', '\'', '"', '\u{200b}'),
        35 => write!(w, "{:+}{:#}{:05}{:<5}{:^+7}|", 5, 6, -7, 8, 9),
        36 => write!(w, "{:#x}{:#010b}{:>+#8o}{:x}", 255, 5, 8, -1i8),
        37 => write!(w, "{}{:+}{:07.2}{:+09.3}", 0.5, 1.0, -1.5, 12.0),
        38 => write!(w, "{:.3} {:.0} {:.1} {:.2}", 1.5, 0.6, 0.01, 9.999),
        39 => write!(w, "{:?} {:?} {:?} {:?}", 1.0, 1e20f32, 1.25e-7, big),
        40 => write!(w, "{:08}{:>6}{:+06}", f64::NAN, f64::INFINITY, f32::INFINITY),
        41 => write!(w, "{:.5} {:5} {:05.1}", 0.0, 0.0, -0.0),
        42 => write!(w, "{:.30}", 0.1f32),
        43 => write!(w, "{:5}{:<3}{:.1}{:+}{:-^7.2}|", 'c', "é", "xyz", 'd', "abc"),
        44 => write!(w, "{:6}{:?}{:>6?}", true, (), ()),
        45 => write!(w, "{:#?}", Kind::Pair(Point { x: -1, y: Some("a\nb") }, (1, 'c'))),
        46 => write!(w, "{:?}", Kind::Named { list: [Unit, Unit], r#in: () }),
        47 => write!(w, "{:#?}", Kind::Named { list: [Unit, Unit], r#in: () }),
        48 => write!(w, "{:?} {:?}", (1,), ((), (2, Kind::Empty))),
        49 => write!(w, "{:#?}", (1, (2,))),
        50 => write!(w, "{:?}{:#?}", [1u8; 0], [Some("x")]),
        51 => write!(w, "{:03?}{:#?}", [1, -2], [5i128]),
        52 => write!(w, "{:?} {:?} {:?} {:?}", 1..2, 1..=2, ..3, ..),
        53 => write!(w, "{:?} {}", Stubborn(0), Built(9)),
        54 => write!(w, "{:?}{}", u128::MAX, i128::MIN),
        55 => w.write_fmt(format_args!("x{:#?}", Stubborn(3))),
        _ => write!(w, "{0}{0:1$}{2}", case, 5, "end"),
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    let mut sum = 0u64;
    for case in 0..57 {
        let mut log = Log { calls: 0, refused: 0, hash: 0, shows: true };
        let done = write(case, &mut log);
        let (calls, mut seen) = (log.calls, 0u64);
        for refused in 1..=calls {
            let mut log = Log { calls: 0, refused, hash: 0, shows: false };
            let done = write(case, &mut log);
            seen = seen.wrapping_mul(31).wrapping_add(log.hash ^ done.is_ok() as u64 ^ log.calls as u64);
        }
        println!("| {} {case} {calls} {seen:x}", done.is_ok());
        sum ^= seen;
    }
    out[i] = sum;
}
