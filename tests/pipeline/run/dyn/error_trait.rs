// errors of one's own: what they come from, as objects, and which they are
// threads: 4
// expect: 7 6112 7112 8112
// prints: bad number at 3 2
// prints: worse 1
// prints: invalid float literal 1
// prints: true false Worse an error occurred when formatting an argument
use rustg_std::prelude::*;
use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct Bad {
    from: std::num::ParseIntError,
    at: u64,
}
impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad number at {}", self.at)
    }
}
impl Error for Bad {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.from)
    }
}

#[derive(Debug)]
struct Worse;
impl fmt::Display for Worse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("worse")
    }
}
impl Error for Worse {}

fn read(text: &str, at: u64) -> Result<u64, Bad> {
    text.parse().map_err(|from| Bad { from, at })
}
fn depth(e: &dyn Error) -> u64 {
    1 + e.source().map_or(0, depth)
}
fn show<E: Error>(e: E) {
    println!("{e} {}", depth(&e));
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get();
    let result = match read(["7", "x", "", "999999999999999999999"][i], i as u64) {
        Ok(x) => x,
        Err(mut e) => {
            let first = depth(&e) + 10 * depth(&e.from) + 100 * e.source().unwrap().is::<std::num::ParseIntError>() as u64;
            let any: &mut (dyn Error + 'static) = &mut e;
            if let Some(bad) = any.downcast_mut::<Bad>() {
                bad.at += 5;
            }
            first + 1000 * any.downcast_ref::<Bad>().map_or(0, |bad| bad.at) + 100_000 * any.is::<Worse>() as u64
        }
    };
    if i == 1 {
        show(read("y", 3).unwrap_err());
        show(&Worse);
        show("x".parse::<f32>().unwrap_err());
        let all: [&(dyn Error + Send + Sync); 2] = [&Worse, &fmt::Error];
        println!("{} {} {:?} {}", all[0].is::<Worse>(), all[1].is::<Worse>(), all[0], all[1]);
    }
    out[t] = result;
}
