// Constants that a pattern cannot be.
trait Limits {
    const TOP: u32;
}

pub fn f<const N: u32, T: Limits>(x: u32) -> u32 {
    match x {
        N => 1, //~ E0158 constant parameters cannot be referenced in patterns
        T::TOP => 2, //~ E0158 constant pattern cannot depend on generic parameters
        _ => 3,
    }
}

pub fn g(y: bool) -> u32 {
    match y {
        false..=true => 1, //~ E0029 only `char` and numeric types are allowed in range patterns
        _ => 0,
    }
}

// One of an impl for all types may depend on them all the same.
trait Measured {
    const SIZE: usize;
}
impl<T> Measured for T {
    const SIZE: usize = size_of::<T>();
}
pub fn h<T>(x: usize) -> usize {
    match x {
        <T as Measured>::SIZE => 1, //~ E0158 constant pattern cannot depend on generic parameters
        _ => 2,
    }
}
