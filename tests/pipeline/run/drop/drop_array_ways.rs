// an array moved apart on some ways only is dropped from the back where a way to the drop has moved a part
// threads: 128
// expect: 1462027116 44450975366 1462027116 986115 1462027116 44450975366 1462027116 986115 46754298178 1378913916078
// expect: 46754298178 105374767 46754298178 1378913916078 46754298178 105374767 41829274275939411 1274591952697569701
// expect: 41829274275939411 57173993799720 82869802019040 41114551583762510 82869802019040 57173993799720
// expect: 1526230741015450952 12852853448579300356 4059047126673199764 4083608658806826295 4083608658806826295
// expect: 4083608658806826295 4083608658806826295 4083608658806826295 1461072816 128765749465899581 1461072816 1074495
// expect: 4680195 4153733811287510 4680195 1074495 41856595071044631 1272593685851480381 41856595071044631
// expect: 28231639887780 133990124836380 41012176233293210 133990124836380 28231639887780 41829274273199631
// expect: 1272592804535390081 41829274273199631 27350320134180 41829274273199631 1272592804535390081 41829274273199631
// expect: 27350320134180 1464825486 225129635704 1464825486 201480442 1464825486 232878263 1464825486 201480442
// expect: 46756143298 1377551750988 46756143298 145086097 46756143298 1999005 46756143298 145086097 1462027116
// expect: 44450975366 1462027116 986115 1462027116 44450975366 1462027116 986115 45322840598 1377980236348 45322840598
// expect: 30569566 45322840598 1377980236348 45322840598 30569566 89732448 945778879 89732448 58275204 89732448
// expect: 945778879 89732448 58275204 48499722209 44450975366 48499722209 986115 1940415 44450975366 1940415 986115
// expect: 1462027116 986115 116457019 986115 1462027116 986115 116457019 986115 212041 212041 212041 212041 212041
// expect: 212041 212041 212041 75791316 986115 75791316 986115 75791316 986115 75791316 986115
use rustg_std::prelude::*;
use std::cell::Cell;
pub struct L(Cell<u64>);
impl L {
    fn note(&self, v: u32) {
        self.0
            .set(self.0.get().wrapping_mul(31).wrapping_add(v as u64));
    }
}
pub struct D<'a>(&'a L, u32);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.note(self.1);
    }
}
impl D<'_> {
    fn v(&self) -> u32 {
        self.1
    }
}
fn a5<'a>(l: &'a L) -> [D<'a>; 5] {
    [D(l, 1), D(l, 2), D(l, 3), D(l, 4), D(l, 5)]
}
fn c_0(l: &L, c: u32) {
    let a = a5(l);
    if c & 1 != 0 {
        let [x, ..] = a;
        if c & 2 != 0 {
            return;
        }
        l.note(50);
    }
    l.note(51);
}
fn c_1(l: &L, c: u32) {
    let a = a5(l);
    loop {
        if c & 1 != 0 {
            let [_, x, ..] = a;
            if c & 2 != 0 {
                break;
            }
            l.note(50);
        }
        l.note(51);
        break;
    }
    l.note(52);
}
fn c_2(l: &L, c: u32) {
    let a = a5(l);
    let b = a5(l);
    if c & 1 != 0 {
        let [x, .., z] = a;
        if c & 2 != 0 {
            let [_, y, ..] = b;
            return;
        }
        l.note(50);
    }
    if c & 4 != 0 {
        return;
    }
    l.note(51);
}
fn c_3(l: &L, c: u32) {
    let a = a5(l);
    for i in 0..3 {
        let b = a5(l);
        if i == c {
            let [_, r @ ..] = b;
            if c & 1 != 0 {
                continue;
            }
            l.note(60);
            break;
        }
        l.note(61);
    }
    l.note(62);
}
fn c_4(l: &L, c: u32) {
    let mut a = a5(l);
    if c & 1 != 0 {
        let [x, ..] = a;
        if c & 2 != 0 {
            return;
        }
        a = a5(l);
        l.note(50);
    }
    if c & 4 != 0 {
        let [.., y] = a;
        return;
    }
    l.note(51);
}
fn c_5(l: &L, c: u32) {
    let a = (a5(l), a5(l));
    if c & 1 != 0 {
        let ([x, ..], _) = a;
        if c & 2 != 0 {
            return;
        }
        l.note(50);
    }
    if c & 4 != 0 {
        let (_, [.., y]) = a;
        return;
    }
    l.note(51);
}
fn c_6(l: &L, c: u32) {
    let a = [a5(l), a5(l)];
    if c & 1 != 0 {
        let [[x, ..], _] = a;
        if c & 2 != 0 {
            return;
        }
        l.note(50);
    }
    l.note(51);
}
fn c_7(l: &L, c: u32) {
    let a = a5(l);
    if c & 1 != 0 {
        match a {
            [x, ..] if c & 2 != 0 => {
                l.note(7);
                return;
            }
            [.., y, _] => {
                l.note(8);
                if c & 4 != 0 {
                    return;
                }
            }
        }
        l.note(50);
    }
    l.note(51);
}
fn c_8(l: &L, c: u32) {
    let a = a5(l);
    'o: {
        if c & 1 != 0 {
            let [x, mid @ .., z] = a;
            if c & 2 != 0 {
                break 'o;
            }
            let [m, ..] = mid;
            if c & 4 != 0 {
                return;
            }
            l.note(50);
        }
        l.note(51);
    }
    l.note(52);
}
fn c_9(l: &L, c: u32) {
    let a = Some(a5(l));
    if c & 1 != 0 {
        if let Some([x, ..]) = a {
            if c & 2 != 0 {
                return;
            }
            l.note(50);
        }
    }
    l.note(51);
}
fn c_10(l: &L, c: u32) {
    let a = a5(l);
    let f = |q: u32| -> u32 {
        if q & 1 != 0 {
            let [x, ..] = a;
            if q & 2 != 0 {
                return 1;
            }
            l.note(50);
        }
        l.note(51);
        2
    };
    l.note(f(c));
}
fn c_11(l: &L, c: u32) {
    let f = |a: [D; 5]| -> Option<u32> {
        if c & 1 != 0 {
            let [x, y, ..] = a;
            let z = if c & 2 != 0 { None } else { Some(x.v()) }?;
            l.note(z);
        }
        Some(3)
    };
    l.note(f(a5(l)).unwrap_or(9));
}
fn c_12(l: &L, c: u32) {
    let a = a5(l);
    if c & 1 != 0 {
        let [x, ..] = a;
        if c & 2 != 0 {
            return;
        }
        l.note(50);
    } else {
        if c & 4 != 0 {
            return;
        }
        l.note(53);
    }
    l.note(51);
}
fn c_13(l: &L, c: u32) {
    let a = Some(a5(l));
    match a {
        Some([x, ..]) if c & 1 != 0 => {
            return;
        }
        Some(_) if c & 2 != 0 => {
            l.note(4);
            return;
        }
        None => {}
        _ => {}
    }
    l.note(51);
}
fn c_14(l: &L, c: u32) {
    let a = [Some(D(l, 1)), None, Some(D(l, 2))];
    match a {
        [.., x] => l.note(7),
        [Some(x), ..] => {}
    }
    l.note(51);
}
#[allow(unreachable_patterns)]
fn c_15(l: &L, c: u32) {
    let a = Some(a5(l));
    match a {
        Some([x, ..]) => {
            if c & 1 != 0 {
                return;
            }
        }
        Some([.., y, _]) if c & 2 != 0 => {}
        _ => {}
    }
    l.note(51);
}
fn value(i: usize) -> u64 {
    let (l, c) = (L(Cell::new(0)), i as u32 % 8);
    match i / 8 {
        0 => c_0(&l, c),
        1 => c_1(&l, c),
        2 => c_2(&l, c),
        3 => c_3(&l, c),
        4 => c_4(&l, c),
        5 => c_5(&l, c),
        6 => c_6(&l, c),
        7 => c_7(&l, c),
        8 => c_8(&l, c),
        9 => c_9(&l, c),
        10 => c_10(&l, c),
        11 => c_11(&l, c),
        12 => c_12(&l, c),
        13 => c_13(&l, c),
        14 => c_14(&l, c),
        15 => c_15(&l, c),
        _ => {}
    }
    l.0.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
