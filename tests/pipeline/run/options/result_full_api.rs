// Result's methods
// threads: 3
// panics: 9 attempt to multiply with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let r: Result<u32, u8> = if i % 2 == 0 { Ok(i as u32 + 3) } else { Err(200) };
    let mut n = 0u64;
    let mut add = |x: u64| n = n * 31 + x;
    add(r.is_ok_and(|x| x > 3) as u64);
    add(r.is_err_and(|x| x > 3) as u64);
    add(r.ok().unwrap_or(1) as u64 + r.err().unwrap_or(2) as u64);
    add(r.map(|x| x * 2).unwrap_or(4) as u64);
    add(r.map_or(5, |x| x as u64));
    add(r.map_or_else(|e| e as u64, |x| x as u64));
    add(r.map_err(|e| e as u32 + 1).unwrap_or_else(|e| e) as u64);
    add(r.and(Ok::<u8, u8>(1)).unwrap_or_default() as u64);
    add(r.and_then(|x| if x > 4 { Ok(x) } else { Err(9) }).unwrap_or(77) as u64);
    add(r.or::<u16>(Ok(6)).unwrap() as u64);
    add(r.or_else(|e| if e > 100 { Ok::<u32, ()>(e as u32) } else { Err(()) }).unwrap() as u64);
    add(r.iter().count() as u64);
    add(r.as_ref().map_or(0, |x| *x) as u64);
    let mut m = r;
    if let Ok(x) = &mut m {
        *x += 1;
    }
    if let Err(x) = m.as_mut() {
        *x -= 1;
    }
    add(m.copied_or());
    add(Ok::<Option<u8>, u8>(Some(3)).transpose().unwrap().unwrap() as u64);
    add(r.inspect(|x| assert!(*x > 0)).inspect_err(|e| assert!(*e > 0)).is_ok() as u64);
    add(r.into_iter().sum::<u32>() as u64);
    add((r == Ok(3)) as u64 + (r < Err(0)) as u64 * 2);
    let all: Result<u32, u8> = [Ok(1), r, Ok(5)].into_iter().sum();
    add(all.unwrap_or(1000) as u64);
    add(r.unwrap_or_default() as u64);
    add(Some(4u32).into_iter().chain(r.ok()).product::<u32>() as u64);
    n
}
trait Extra {
    fn copied_or(&self) -> u64;
}
impl Extra for Result<u32, u8> {
    fn copied_or(&self) -> u64 {
        match *self {
            Ok(x) => x as u64,
            Err(e) => e as u64,
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
