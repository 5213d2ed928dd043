// A length in a type has no parameters and assumes nothing of what is around it
// threads: 5
// expect: 2 5 4 1 6
use rustg_std::prelude::*;

struct Pair<T>(T, [u8; 1 + 1]);
impl<T: Default> From<[u8; 1 + 1]> for Pair<T> {
    fn from(value: [u8; 1 + 1]) -> Pair<T> {
        Pair(T::default(), value)
    }
}
fn second<T: Default>() -> u64
where
    Pair<T>: From<[u8; 1 + 1]>,
{
    let pair = Pair::<T>::from([1, 2]);
    let _ = pair.0;
    pair.1[1] as u64
}

trait Sized5<T> {
    const LENGTH: usize = 5;
}
impl Sized5<()> for u8 {}
fn filled<T, U>(x: u64) -> [u64; u8::LENGTH]
where
    u8: Sized5<T> + Sized5<U>,
{
    [x; 5]
}

fn closed(_: impl Iterator<Item = [(); { |x: u32| { x }; 4 }]>) -> u64 {
    4
}

fn one<T>(t: T) -> impl Into<[T; { const LENGTH: usize = 1; LENGTH }]> {
    [t]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = match t.get() {
        0 => second::<u16>(),
        1 => filled::<(), ()>(1).iter().sum(),
        2 => closed(std::iter::empty()),
        3 => one(1u64).into()[0],
        _ => {
            let [x] = one(6u64).into();
            x
        }
    };
}
