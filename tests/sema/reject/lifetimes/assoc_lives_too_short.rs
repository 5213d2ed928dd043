pub trait Holder {
    type A;
}

pub trait Forever {
    type A: 'static;
}

pub struct Keeps<T: Holder> {
    value: &'static T::A, //~ E0310 the associated type `<T as Holder>::A` may not live long enough
}

fn keep<T: 'static>(_value: T) {}

pub fn unbounded<T: Holder>(x: T::A) {
    keep(x) //~ E0310 the associated type `<T as Holder>::A` may not live long enough
}

pub fn bounded<T: Forever, U: Holder + 'static, V: Holder<A = u32>, W: Holder>(t: T::A, u: U::A, v: V::A, w: W::A)
where
    W::A: 'static,
{
    keep(t);
    keep(u);
    keep(v);
    keep(w);
}
