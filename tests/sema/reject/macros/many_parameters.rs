// A function has no more than 65535 parameters; these are doubled 16 times.
macro_rules! many {
    ([$($name:tt)*]) => {
        pub fn f($($name: u32),*) {} //~ - function can not have more than 65535 arguments
    };
    ([$($name:tt)*] + $($rest:tt)*) => {
        many! { [$($name)* $($name)*] $($rest)* }
    };
}
many! { [_] + + + + + + + + + + + + + + + + }
