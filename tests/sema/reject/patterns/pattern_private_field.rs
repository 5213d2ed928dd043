// A private field in a pattern.
mod inner {
    pub struct Half {
        pub shown: u32,
        hidden: u32,
    }
}

pub fn g(h: inner::Half) -> u32 {
    let inner::Half { hidden, .. } = h; //~ E0451 field `hidden` of struct `Half` is private
    hidden
}
