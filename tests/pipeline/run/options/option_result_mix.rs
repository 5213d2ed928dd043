// options of results and back, with `?`
// threads: 4
// expect: 12341237 10000010009 10002200009 10010080009
use rustg_std::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Problem {
    Empty,
    Digit(u8),
    Large { at: usize },
}
impl From<u8> for Problem {
    fn from(b: u8) -> Self {
        Problem::Digit(b)
    }
}
fn digit(b: u8) -> Result<u32, u8> {
    match b {
        b'0'..=b'9' => Ok((b - b'0') as u32),
        other => Err(other),
    }
}
fn number(text: &[u8]) -> Result<u32, Problem> {
    let (first, rest) = text.split_first().ok_or(Problem::Empty)?;
    let mut total = digit(*first)?;
    for (at, b) in rest.iter().enumerate() {
        total = total.checked_mul(10).and_then(|t| t.checked_add(digit(*b).ok()?)).ok_or(Problem::Large { at })?;
    }
    Ok(total)
}
fn flip(x: Option<Result<u32, Problem>>) -> Result<Option<u32>, Problem> {
    x.transpose()
}
fn value(i: u64) -> u64 {
    let texts: [&[u8]; 4] = [b"1234", b"", b"x1", b"99999999999"];
    let n = number(texts[i as usize]);
    let code = match n {
        Ok(v) => v as u64,
        Err(Problem::Empty) => 1_000_001,
        Err(Problem::Digit(b)) => 1_000_100 + b as u64,
        Err(Problem::Large { at }) => 1_001_000 + at as u64,
    };
    let f = match flip(Some(n)) {
        Ok(Some(v)) => v as u64,
        Ok(None) => 7,
        Err(_) => 8,
    };
    code * 10_000 + f + n.is_ok() as u64 * 3 + n.err().is_some() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
