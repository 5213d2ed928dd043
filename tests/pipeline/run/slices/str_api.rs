// strs searched, split, trimmed, indexed
// threads: 4
// expect: 525232678130146288 13289643964619231430 1942075677168625705 15839858295483426954
use rustg_std::prelude::*;

fn p<'a>(h: &mut u64, it: impl Iterator<Item = &'a str>) {
    for s in it {
        *h = h.wrapping_mul(31).wrapping_add(s.len() as u64 * 7 + s.bytes().next().unwrap_or(3) as u64);
    }
    *h = h.wrapping_mul(1099511628211);
}
fn value(i: u64) -> u64 {
    let t = ["a,b,,c", " héllo wörld  x ", "", "line1\r\nline2\n\nend"][i as usize];
    let mut h = 0u64;
    p(&mut h, t.split(','));
    p(&mut h, t.split(',').rev());
    p(&mut h, t.split(" "));
    p(&mut h, t.split(""));
    p(&mut h, t.rsplit(','));
    p(&mut h, t.splitn(2, ','));
    p(&mut h, t.rsplitn(2, ' '));
    p(&mut h, t.split_terminator('\n'));
    p(&mut h, t.split_terminator(',').rev());
    p(&mut h, t.split_inclusive('\n'));
    p(&mut h, t.split_inclusive(',').rev());
    p(&mut h, t.split_whitespace());
    p(&mut h, t.split_whitespace().rev());
    p(&mut h, t.split_ascii_whitespace());
    p(&mut h, t.lines());
    p(&mut h, t.lines().rev());
    p(&mut h, t.split(['l', 'o']));
    p(&mut h, t.split(&['l', 'o'][..]));
    p(&mut h, t.split(|c: char| c.is_ascii_digit()));
    p(&mut h, t.matches('l'));
    p(&mut h, t.matches("ll"));
    p(&mut h, t.split("n").skip(1));
    p(&mut h, t.split_inclusive("\n"));
    p(&mut h, t.splitn(3, ""));
    p(
        &mut h,
        [
            t.trim(),
            t.trim_start(),
            t.trim_end(),
            t.trim_matches('a'),
            t.trim_start_matches("a,"),
            t.trim_end_matches(char::is_whitespace),
            t.strip_prefix('a').unwrap_or("none"),
            t.strip_suffix("end").unwrap_or("q"),
            t.trim_ascii(),
        ]
        .into_iter(),
    );
    let mut put = |x: u64| h = h.wrapping_mul(1099511628211) ^ x;
    put(t.find('l').map_or(99, |x| x as u64));
    put(t.rfind('l').map_or(99, |x| x as u64));
    put(t.find("wö").map_or(99, |x| x as u64));
    put(t.rfind("").map_or(99, |x| x as u64));
    put(t.find(char::is_whitespace).map_or(99, |x| x as u64));
    put(t.contains("li") as u64
        + t.starts_with(' ') as u64 * 2
        + t.ends_with(&['c', 'd']) as u64 * 4
        + t.starts_with("") as u64 * 8);
    if let Some((a, b)) = t.split_once(',') {
        put(a.len() as u64 * 10 + b.len() as u64);
    }
    if let Some((a, b)) = t.rsplit_once("n") {
        put(a.len() as u64 * 10 + b.len() as u64);
    }
    for (k, c) in t.char_indices() {
        put(k as u64 * 1000 + c as u64);
    }
    for (k, c) in t.char_indices().rev() {
        put(k as u64 * 1000 + c as u64);
    }
    for (k, m) in t.match_indices("l") {
        put(k as u64 + m.len() as u64);
    }
    put(t.get(1..3).map_or(5, |s| s.len() as u64));
    put(t.get(..2).is_some() as u64);
    if t.len() > 4 {
        let (a, b) = t.split_at(1);
        put(a.len() as u64 + b.len() as u64 * 3);
        put(t[1..].len() as u64 + t[..1].as_bytes()[0] as u64 + t[4..=4].len() as u64);
    }
    put(t.is_ascii() as u64 + t.is_char_boundary(3) as u64 * 2);
    put(t.eq_ignore_ascii_case("A,B,,C") as u64);
    let mut cs = t.chars();
    cs.next();
    put(cs.as_str().len() as u64);
    put(core::str::from_utf8(&[0x68, 0xc3, 0xa9]).map_or(0, |s| s.chars().count() as u64));
    for bad in [&[0xc3u8][..], b"ab\xff", b"\xe0\x80\x80", b"\xed\xa0\x80x", b"ok\xf0\x9f\x98"] {
        let e = core::str::from_utf8(bad).unwrap_err();
        put(e.valid_up_to() as u64 * 10 + e.error_len().unwrap_or(0) as u64);
    }
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
