// splits by an empty pattern, from both ends
// threads: 4
// expect: 198752090329857696 15080516345106375428 11628478874274317032 9418391627120459964
use rustg_std::prelude::*;

fn seen(h: &mut u64, piece: &str) {
    *h = h.wrapping_mul(1099511628211) ^ (piece.len() as u64 + piece.bytes().next().map_or(7, |b| b as u64 * 8));
}

fn value(i: usize) -> u64 {
    let text = ["", "ab", "\r\nb\u{e9}", "\u{e9}\u{1F600}x"][i];
    let mut h = 0u64;
    for n in 0..6 {
        text.rsplitn(n, "").for_each(|p| seen(&mut h, p));
        text.splitn(n, "").for_each(|p| seen(&mut h, p));
    }
    text.rsplit("").for_each(|p| seen(&mut h, p));
    text.split("").for_each(|p| seen(&mut h, p));
    text.split_inclusive("").for_each(|p| seen(&mut h, p));
    text.split_terminator("").for_each(|p| seen(&mut h, p));
    text.rsplitn(3, "b").for_each(|p| seen(&mut h, p));
    for (at, piece) in text.match_indices("") {
        h ^= at as u64;
        seen(&mut h, piece);
    }
    if let (Some((a, b)), Some((c, d))) = (text.rsplit_once(""), text.split_once("")) {
        [a, b, c, d].iter().for_each(|p| seen(&mut h, p));
    }
    seen(&mut h, text.trim_end_matches(""));
    seen(&mut h, text.trim_start_matches(""));
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
