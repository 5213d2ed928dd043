// Result::unwrap shows the error
// threads: 1
// panics: 26 called `Result::unwrap()` on an `Err` value: Large { by: 7 }
use rustg_std::prelude::*;

#[derive(Debug, Clone, Copy)]
enum Error {
    Small,
    Large { by: u32 },
}

fn check(x: u32) -> Result<u32, Error> {
    if x > 10 {
        Err(Error::Large { by: x - 10 })
    } else if x == 1 {
        Err(Error::Small)
    } else {
        Ok(x)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = check(5).unwrap() as u64;
    out[t] += check(t.get() as u32 + 17).unwrap() as u64;
}
