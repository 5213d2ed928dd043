// unwrap of an error whose Debug is written by hand
// threads: 1
// panics: 36 called `Result::unwrap()` on an `Err` value: Problem: 9 is more than 7
use rustg_std::prelude::*;
use std::fmt;

enum Problem {
    TooLarge { size: u64, limit: u64 },
    Other,
}
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::TooLarge { size, limit } => write!(f, "{size} is more than {limit}"),
            Problem::Other => f.write_str("other"),
        }
    }
}
impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Problem: {self}")
    }
}

fn check(size: u64) -> Result<u64, Problem> {
    match size {
        0..8 => Ok(size),
        8 => Err(Problem::Other),
        _ => Err(Problem::TooLarge { size, limit: 7 }),
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = check(t.get() as u64 + 9).unwrap();
}
