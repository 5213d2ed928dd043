// core::panic::Location: of a call, through #[track_caller], in constants and statics, compared and hashed
// threads: 6
// expect: 23 16 2037 1 21 1
use core::panic::Location;
use rustg_std::prelude::*;

#[track_caller]
fn line() -> u64 {
    Location::caller().line() as u64
}
#[track_caller]
fn deeper() -> u64 {
    line()
}
fn here() -> &'static Location<'static> {
    Location::caller()
}
#[track_caller]
const fn column() -> u32 {
    Location::caller().column()
}
const COLUMN: u32 = column();
static PLACE: &Location<'static> = Location::caller();

struct Listed;
impl core::ops::Index<u64> for Listed {
    type Output = u64;
    fn index(&self, _: u64) -> &u64 {
        if line() > 32 { &1 } else { &0 }
    }
}

fn value(i: usize) -> u64 {
    match i {
        0 => PLACE.line() as u64,
        1 => here().line() as u64,
        2 => (deeper() == line()) as u64 * 2000 + deeper(),
        3 => (here() == here() && here().file() == file!() && PLACE > here()) as u64,
        4 => COLUMN as u64,
        _ => Listed[line()],
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
