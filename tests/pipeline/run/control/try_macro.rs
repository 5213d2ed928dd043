// try!, which is `?` on results alone
// threads: 2
// expect: 10 109
use rustg_std::prelude::*;
macro_rules! id { ($e:expr) => { $e } }
struct E2(u8);
impl From<u8> for E2 { fn from(x: u8) -> E2 { E2(x) } }
fn f(x: Result<u32, u8>) -> Result<u32, E2> {
    let val = 5;
    let y = r#try!(x.map(|v| v + val));
    let z = id!(r#try!(id!(x),));
    let g = || -> Result<u32, E2> { Ok(r#try!(Err(3u8))) };
    Ok(y + z + match g() { Ok(x) => x, Err(E2(n)) => n as u32 })
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = match f(if t.get() == 0 { Ok(1) } else { Err(9) }) { Ok(x) => x as u64, Err(E2(e)) => 100 + e as u64 };
}
