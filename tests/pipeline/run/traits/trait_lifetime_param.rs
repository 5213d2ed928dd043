// traits and impls with lifetime parameters
// threads: 4
// expect: 423 6033 770 5000
use rustg_std::prelude::*;

trait Parse<'a>: Sized {
    type Error;
    fn parse(input: &'a [u8]) -> Result<(Self, &'a [u8]), Self::Error>;
}
#[derive(Clone, Copy)]
struct Word<'a>(&'a [u8]);
struct Num(u32);
struct Seq<A, B>(A, B);
#[derive(Debug, PartialEq)]
enum Never {}
impl<'a> Parse<'a> for Word<'a> {
    type Error = Never;
    fn parse(input: &'a [u8]) -> Result<(Self, &'a [u8]), Never> {
        let n = input.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let (w, rest) = input.split_at(n);
        Ok((Word(w), rest))
    }
}
impl Parse<'_> for Num {
    type Error = u8;
    fn parse(mut input: &[u8]) -> Result<(Num, &[u8]), u8> {
        let mut n = None;
        while let [d @ b'0'..=b'9', rest @ ..] = input {
            n = Some(n.unwrap_or(0) * 10 + (d - b'0') as u32);
            input = rest;
        }
        n.map(|n| (Num(n), input)).ok_or(input.first().copied().unwrap_or(1))
    }
}
impl<'a, A: Parse<'a>, B: Parse<'a>> Parse<'a> for Seq<A, B>
where
    u64: From<A::Error> + From<B::Error>,
{
    type Error = u64;
    fn parse(input: &'a [u8]) -> Result<(Self, &'a [u8]), u64> {
        let (a, rest) = A::parse(input)?;
        let (b, rest) = B::parse(rest)?;
        Ok((Seq(a, b), rest))
    }
}
impl From<Never> for u64 {
    fn from(n: Never) -> u64 {
        match n {}
    }
}
fn all<'t, T: Parse<'t>>(text: &'t [u8]) -> Result<T, Option<T::Error>> {
    match T::parse(text) {
        Ok((t, [])) => Ok(t),
        Ok(_) => Err(None),
        Err(e) => Err(Some(e)),
    }
}
fn value(i: u64) -> u64 {
    let texts: [&[u8]; 4] = [b"abc42", b"x!", b"77", b"q1w"];
    let text = texts[i as usize];
    match all::<Seq<Word, Num>>(text) {
        Ok(Seq(Word(w), Num(n))) => n as u64 * 10 + w.len() as u64,
        Err(None) => 5000,
        Err(Some(e)) => 6000 + e,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
