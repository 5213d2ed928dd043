// What is divided by something unknown, by zero or by -1 is not promoted, nor is the element at an unknown place.
const ZERO: i32 = 0;
const LOW: i32 = -1;
const TWO: i32 = 2;
const AT: usize = 2;

pub trait Divides {
    const BY: i32;
    const NONE: Option<Loud> = None;
}

impl Divides for u8 {
    const BY: i32 = 5;
}

pub struct Loud(i32);

impl Drop for Loud {
    fn drop(&mut self) {}
}

pub fn by_zero() -> &'static i32 {
    &(10 / ZERO) //~ E0515 cannot return reference to temporary value
}

pub fn overflows() -> &'static i32 {
    &(i32::MIN / LOW) //~ E0515 cannot return reference to temporary value
}

pub fn literal_overflows() -> &'static i32 {
    &(-2147483648 / -1) //~ E0515 cannot return reference to temporary value
}

pub fn by_associated<T: Divides>() -> &'static i32 {
    &(10 / T::BY) //~ E0515 cannot return reference to temporary value
}

pub fn by_parameter<const N: i32>() -> &'static i32 {
    &(10 / N) //~ E0515 cannot return reference to temporary value
}

pub fn by_const_block() -> &'static i32 {
    &(10 / const { 3 }) //~ E0515 cannot return reference to temporary value
}

pub fn by_sum() -> &'static i32 {
    &(10 / (1 + 2)) //~ E0515 cannot return reference to temporary value
}

pub fn by_negative() -> &'static i32 {
    &(10 % -TWO) //~ E0515 cannot return reference to temporary value
}

pub fn by_block() -> &'static i32 {
    &(10 / { 3 }) //~ E0515 cannot return reference to temporary value
}

pub fn of_block() -> &'static i32 {
    &({ 3 } / -1) //~ E0515 cannot return reference to temporary value
}

pub fn by_cast() -> &'static i32 {
    &(10 / (TWO as i32)) //~ E0515 cannot return reference to temporary value
}

pub fn behind() -> &'static (i32,) {
    &([1, 2, 3][AT + 1],) //~ E0515 cannot return reference to temporary value
}

pub fn at_parameter<const N: usize>() -> &'static (i32,) {
    &([1, 2, 3][N],) //~ E0515 cannot return reference to temporary value
}

pub fn of_trait() -> &'static Option<Loud> {
    &<u8 as Divides>::NONE //~ E0515 cannot return reference to temporary value
}
