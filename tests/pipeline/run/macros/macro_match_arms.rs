// matches, enums and tables from one list
// threads: 4
// expect: 50000 1060501 2071002 81503
use rustg_std::prelude::*;

macro_rules! opcodes { ($($name:ident = $n:literal => |$a:ident, $b:ident| $e:expr),* $(,)?) => {
    #[derive(Clone, Copy)] #[repr(u8)] enum Op { $($name = $n),* }
    impl Op {
        const ALL: [Op; opcodes!(@count $($name)*)] = [$(Op::$name),*];
        fn run(self, x: u64, y: u64) -> u64 { match self { $(Op::$name => { let ($a, $b) = (x, y); $e })* } }
        fn decode(n: u64) -> Option<Op> { match n { $($n => Some(Op::$name),)* _ => None } }
    }
}; (@count) => { 0 }; (@count $h:ident $($t:ident)*) => { 1 + opcodes!(@count $($t)*) }; }
opcodes! { Add = 1 => |a, b| a + b, Mul = 2 => |a, b| a * b, First = 7 => |a, _b| a, }
fn value(i: u64) -> u64 {
    let mut sum = 0;
    for k in 0..Op::ALL.len() { sum = sum * 100 + Op::ALL[k].run(i, 5); }
    sum + match Op::decode(i) { Some(op) => 1000000 * op as u64, None => 0 }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
