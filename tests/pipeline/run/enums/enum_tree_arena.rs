// an expression tree in an array with indices and boxes-free recursion
// threads: 4
// expect: 487 42455 195047 531991
use rustg_std::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Expr {
    Num(f64),
    Var,
    Neg(usize),
    Bin { op: Op, l: usize, r: usize },
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Add,
    Mul,
    Pow(u8),
}
struct Arena<const N: usize> {
    nodes: [Option<Expr>; N],
    n: usize,
}
impl<const N: usize> Default for Arena<N> {
    fn default() -> Self {
        Arena { nodes: [const { None }; N], n: 0 }
    }
}
impl<const N: usize> Arena<N> {
    fn add(&mut self, e: Expr) -> usize {
        self.nodes[self.n] = Some(e);
        self.n += 1;
        self.n - 1
    }
    fn eval(&self, at: usize, x: f64) -> f64 {
        match self.nodes[at] {
            None => f64::NAN,
            Some(Expr::Num(v)) => v,
            Some(Expr::Var) => x,
            Some(Expr::Neg(e)) => -self.eval(e, x),
            Some(Expr::Bin { op, l, r }) => {
                let (a, b) = (self.eval(l, x), self.eval(r, x));
                match op {
                    Op::Add => a + b,
                    Op::Mul => a * b,
                    Op::Pow(n) => (0..n).fold(b, |acc, _| acc * a),
                }
            }
        }
    }
    fn derive(&mut self, at: usize) -> usize {
        let Some(e) = self.nodes[at] else { return 0 };
        let d = match e {
            Expr::Num(_) => Expr::Num(0.0),
            Expr::Var => Expr::Num(1.0),
            Expr::Neg(e) => Expr::Neg(self.derive(e)),
            Expr::Bin { op: Op::Add, l, r } => Expr::Bin { op: Op::Add, l: self.derive(l), r: self.derive(r) },
            Expr::Bin { op: Op::Mul, l, r } => {
                let (dl, dr) = (self.derive(l), self.derive(r));
                let a = self.add(Expr::Bin { op: Op::Mul, l: dl, r });
                let b = self.add(Expr::Bin { op: Op::Mul, l, r: dr });
                Expr::Bin { op: Op::Add, l: a, r: b }
            }
            Expr::Bin { .. } => Expr::Num(f64::INFINITY),
        };
        self.add(d)
    }
}
fn value(i: u64) -> u64 {
    let mut a = Arena::<24>::default();
    let x = a.add(Expr::Var);
    let three = a.add(Expr::Num(3.0));
    let sq = a.add(Expr::Bin { op: Op::Mul, l: x, r: x });
    let lin = a.add(Expr::Bin { op: Op::Mul, l: three, r: x });
    let neg = a.add(Expr::Neg(lin));
    let sum = a.add(Expr::Bin { op: Op::Add, l: sq, r: neg });
    let d = a.derive(sum);
    let p = a.add(Expr::Bin { op: Op::Pow(3), l: x, r: three });
    let at = i as f64 + 0.5;
    let total = a.eval(sum, at) * 16.0 + a.eval(d, at) * 1024.0 + a.eval(p, at) * 4096.0;
    (total as i64 as u64).wrapping_add(a.n as u64 + a.eval(23, 1.0).is_nan() as u64 * 1000)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
