// A fn and a type of one name in a trait, and left sides of assignments that name variants and unit structs
// threads: 4
// expect: 7 12 5 9
use rustg_std::prelude::*;

#[allow(non_camel_case_types)]
trait Both {
    type bar;
    fn bar(n: u64) -> u64;
}
impl Both for () {
    type bar = u64;
    fn bar(n: u64) -> u64 {
        n + 7
    }
}

struct Unit;
enum Pair<S, T> {
    Of(S, T),
}
enum One {
    Only,
}
type Half<S> = Pair<S, u64>;
type Single = One;

impl One {
    fn take(self) -> u64 {
        let n;
        (Self::Only, n) = (self, 5);
        n
    }
}

fn value(i: usize) -> u64 {
    let (mut a, mut b);
    match i {
        0 => {
            let n: <() as Both>::bar = 0;
            <()>::bar(n)
        }
        1 => {
            Half::Of(a, b) = Half::Of(3u64, 4);
            a * b
        }
        2 => {
            (Unit, Single::Only) = (Unit, One::Only);
            Unit = Unit;
            <One>::Only = One::Only;
            One::Only.take()
        }
        _ => {
            (a, b) = (4u64, 5);
            a + b
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
