// What derives ask of parameters: nothing for an enum's Default, and of types below `for<'a>`, and what impls imply
// threads: 4
// expect: 1 9 2 3
use rustg_std::prelude::*;

#[derive(Default)]
enum Maybe<T> {
    #[default]
    Nothing,
    #[allow(dead_code)]
    Just(T),
}
struct NotDefault;

trait Family {
    type Member<'a>;
}
impl Family for () {
    type Member<'a> = &'a u64;
}
#[derive(Clone)]
struct Caller<F: Family> {
    call: for<'a> fn(F::Member<'a>) -> u64,
}

trait Kind<'a, T: ?Sized> {
    fn kind() -> u64
    where
        T: 'a;
}
struct Of<'a, T>(&'a T);
impl<'a, U> Kind<'a, [U]> for () {
    fn kind() -> u64
    where
        U: 'a,
    {
        1
    }
}
impl<'a, 'b, U> Kind<'a, &'b U> for () {
    fn kind() -> u64
    where
        'b: 'a,
        U: 'a,
    {
        2
    }
}
impl<'a, 'b, U> Kind<'a, &'b [U]> for () {
    fn kind() -> u64
    where
        'b: 'a,
        U: 'a,
    {
        3
    }
}
impl<'a, 'b, U> Kind<'a, Of<'b, U>> for () {
    fn kind() -> u64
    where
        'b: 'a,
        U: 'a,
    {
        4
    }
}

struct Contra<'a>(fn(&'a u64) -> u64);
fn longer<'a>(c: Contra<'a>) {
    let _: Contra<'static> = c;
}

fn value(i: usize) -> u64 {
    match i {
        0 => matches!(Maybe::<NotDefault>::default(), Maybe::Nothing) as u64,
        1 => {
            longer(Contra(|n| *n));
            let caller: Caller<()> = Caller { call: |n| *n };
            (caller.clone().call)(&9)
        }
        2 => <() as Kind<'static, &'static u64>>::kind(),
        _ => <() as Kind<'static, &'static [u64]>>::kind(),
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
