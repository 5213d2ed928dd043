// The lifetimes of bounds by Fn, FnMut and FnOnce, with and without `for<'a>`: what is given for `F: Fn(&A) -> &B` has to
// be callable for each lifetime, and a call of it relates its parameters and its result as the bound does.
fn keep(x: &'static u32, to: &mut &'static u32) {
    *to = x;
}
fn for_static(x: &'static u32) -> u32 {
    *x
}
fn identity(x: &u32) -> &u32 {
    x
}
fn of_parameter<F: Fn(&u32, &mut &'static u32)>(f: F, to: &mut &'static u32) {
    let y = 3;
    f(&y, to)
}
fn of_where<F>(f: F, to: &mut &'static u32)
where
    F: for<'a> Fn(&'a u32, &mut &'static u32),
{
    let y = 3;
    f(&y, to)
}
fn of_impl(f: impl Fn(&u32, &mut &'static u32), to: &mut &'static u32) {
    let y = 3;
    f(&y, to)
}
fn of_result<F: FnOnce(&u32) -> &'static u32>(f: F) -> &'static u32 {
    let y = 3;
    f(&y)
}
fn any(f: impl Fn(&u32) -> u32) -> u32 {
    f(&1)
}

fn items(to: &mut &'static u32) {
    of_parameter(keep, to); //~ - implementation of `Fn` is not general enough
    of_where(keep, to); //~ - implementation of `Fn` is not general enough
    of_impl(keep, to); //~ - implementation of `Fn` is not general enough
}
fn closure_in_variable(to: &mut &'static u32) {
    let c = |x: &'static u32, to: &mut &'static u32| *to = x;
    of_parameter(c, to) //~ - implementation of `Fn` is not general enough
}
fn pointer(f: fn(&'static u32) -> u32) -> u32 {
    any(f) //~ - implementation of `Fn` is not general enough
}
fn closure_result() -> &'static u32 {
    of_result(|x| x) //~ - lifetime may not live long enough
}
fn opaque() -> impl Fn(&u32) -> u32 {
    for_static //~ - implementation of `Fn` is not general enough
}
trait Sink<'a> {
    fn put(&self, x: &'a u32) -> &'static u32;
}
struct Static;
impl Sink<'static> for Static {
    fn put(&self, x: &'static u32) -> &'static u32 {
        x
    }
}
fn opaque_of_any() -> impl for<'a> Sink<'a> {
    Static //~ - implementation of `Sink` is not general enough
}

fn result_of_parameter<F: Fn(&u32) -> &u32>(f: F) -> u32 {
    let r = {
        let y = 1;
        f(&y) //~ E0597 `y` does not live long enough
    };
    *r
}
fn result_of_impl(f: impl Fn(&u32) -> &u32) -> &'static u32 {
    let y = 1;
    f(&y) //~ E0515 cannot return value referencing local variable `y`
}
fn general() -> impl Fn(&u32) -> &u32 {
    identity
}
fn result_of_opaque() -> u32 {
    let f = general();
    let r = {
        let y = 1;
        f(&y) //~ E0597 `y` does not live long enough
    };
    *r
}
fn parameters<F: for<'x> Fn(&mut &'x u32, &'x u32)>(f: F) -> u32 {
    let mut kept = &1;
    {
        let y = 1;
        f(&mut kept, &y); //~ E0597 `y` does not live long enough
    }
    *kept
}
fn parameter_named<F: Fn(&'static u32) -> u32>(f: F) -> u32 {
    let y = 1;
    f(&y) //~ E0597 `y` does not live long enough
}

mod all_right {
    pub fn ok<F: Fn(&u32, &u32) -> u32>(f: F) -> u32 {
        let y = 1;
        f(&y, &2)
    }
    pub fn a(v: &[u32]) -> u32 {
        ok(|a, b| *a + *b)
            + v.iter().map(|x| x).fold(0, |a, b| a + b)
            + v.iter().filter(|x| **x > 2).count() as u32
    }
    fn lt(a: &&u32) -> bool {
        **a > 2
    }
    pub fn b(v: &[u32]) -> usize {
        v.iter().filter(lt).count() + v.iter().filter(|x| lt(x)).count()
    }
    fn elements<F: Fn(&mut [u32], usize) -> &mut u32>(f: F, v: &mut [u32]) -> u32 {
        *f(v, 0) = 1;
        let r = f(v, 1);
        *r += 1;
        *r
    }
    pub fn c(v: &mut [u32]) -> u32 {
        elements(|v, i| &mut v[i], v)
    }
    fn comp<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
        move |x| g(f(x))
    }
    pub fn d(x: u32) -> u32 {
        comp(|x: u32| x + 1, |y: u32| y * 2)(x)
    }
    fn rec(f: &dyn Fn(&u32) -> u32, x: &u32) -> u32 {
        f(x)
    }
    pub fn e(x: u32) -> u32 {
        rec(&|y| *y + x, &x)
    }
    fn pass<F: Fn(&u32) -> u32>(f: &F) -> u32 {
        f(&2) + inner(f) + inner(&f)
    }
    fn inner<F: Fn(&u32) -> u32>(f: F) -> u32 {
        f(&3)
    }
    pub fn g(x: u32) -> u32 {
        pass(&|y| *y + x)
    }
    pub fn h(v: &mut [u32]) {
        let mut s = 0;
        v.iter_mut().for_each(|x| {
            *x += 1;
            s += *x;
        });
        v.sort_by(|a, b| a.cmp(b));
        v.sort_by_key(|a| *a);
    }
    struct Op<F: Fn(&u32) -> u32> {
        f: F,
    }
    impl<F: Fn(&u32) -> u32> Op<F> {
        fn new(f: F) -> Self {
            Op { f }
        }
        fn go(&self, x: &u32) -> u32 {
            (self.f)(x)
        }
    }
    pub fn i(x: u32) -> u32 {
        let o = Op::new(|y| *y + x);
        o.go(&x) + Op { f: |y: &u32| *y }.go(&1)
    }
    pub fn k<'a>(x: &'a u32) -> impl Fn(&u32) -> &'a u32 {
        move |_| x
    }
    pub fn m() -> impl Fn(&mut [u32], usize) -> &mut u32 {
        |v, i| &mut v[i]
    }
    pub fn o<T: Copy>(v: T) -> impl Fn(&T) -> T {
        move |x| *x
    }
    pub fn p() -> impl FnMut(&u32) -> u32 {
        let mut s = 0;
        move |x| {
            s += x;
            s
        }
    }
    fn st(x: &u32) -> &u32 {
        x
    }
    pub fn q() -> impl Fn(&u32) -> &u32 {
        st
    }
    pub fn r() -> impl Fn(&u32) -> &u32 {
        q()
    }
    pub fn t() -> impl Fn(u32) -> u32 {
        |x| x
    }
}
