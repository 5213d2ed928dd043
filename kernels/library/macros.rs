//! Macros that many files of the library use.

/// Methods that match on the value itself, a row each: what they are called with, what they return, and the arms.
/// `[pub const fn]` or the like stands before the rows, and behind `=>` before those of another kind.
macro_rules! matching {
    (@ [$($kind:tt)*] $name:ident [$($generic:tt)*] $parameters:tt [$($result:tt)*] $me:ident $arms:tt) => {
        $($kind)* $name $($generic)* $parameters -> $($result)* { match $me $arms }
    };
    ($me:ident $kind:tt $(
        $name:ident $([$($generic:tt)*])? ($($parameter:tt)*) -> $result:ty $([where $($bound:tt)*])?:
            $($variant:pat => $value:expr),*;
    )* $(=> $other:tt $($more:tt)*)?) => {
        $(matching! {
            @ $kind $name [$(<$($generic)*>)?] ($($parameter)*) [$result $(where $($bound)*)?] $me {
                $($variant => $value),*
            }
        })*
        $(matching! { $me $other $($more)* })?
    };
}

/// Structs, which are copied field by field.
macro_rules! structs {
    ($($(#[$about:meta])* $name:ident<$($of:ident),*> { $($field:ident: $type:ty),* })*) => {
        $($(#[$about])* pub struct $name<$($of),*> { $(pub(crate) $field: $type),* })*
        cloned! { $($name<$($of),*> $($field)*;)* }
    };
}
/// Copies of structs, field by field.
macro_rules! cloned {
    ($($name:ident<$($of:ident),*> $($field:ident)*;)*) => {$(
        impl<$($of: Clone),*> Clone for $name<$($of),*> {
            fn clone(&self) -> Self { $name { $($field: self.$field.clone()),* } }
        }
    )*};
}
/// Copies of what looks at items that need not be Clone: fields as they are, and those that are cloned.
macro_rules! copied_views {
    ($([$($generic:tt)*] $of:ty: [$($field:ident)*] $($cloned:ident)*;)*) => {$(
        impl<$($generic)*> Clone for $of {
            fn clone(&self) -> Self { Self { $($field: self.$field,)* $($cloned: self.$cloned.clone(),)* } }
        }
    )*};
}
/// Clone and Copy of what is copied as it is.
macro_rules! copied {
    ([$($generic:tt)*] $of:ty) => {
        impl<$($generic)*> Clone for $of { fn clone(&self) -> Self { *self } }
        impl<$($generic)*> Copy for $of {}
    };
}
/// How many items an iterator still gives: at least and at most, or exactly.
macro_rules! size_hint {
    ($me:ident => exactly $n:expr) => {
        fn size_hint(&$me) -> (usize, Option<usize>) {
            let n = $n;
            (n, Some(n))
        }
    };
    ($me:ident => $hint:expr) => { fn size_hint(&$me) -> (usize, Option<usize>) { $hint } };
}

/// Iterators by their next item, a row each: how many there are still stands before it, if anything is known of that.
macro_rules! iterators {
    ($([$($generic:tt)*] $of:ty => $item:ty: $me:ident [$($($hint:tt)+)?] $next:expr;)*) => {$(
        impl<$($generic)*> Iterator for $of {
            type Item = $item;
            $(size_hint! { $me => $($hint)+ })?
            fn next(&mut $me) -> Option<$item> { $next }
        }
    )*};
}
/// Those that have a back, by their last item.
macro_rules! double_ended {
    ($([$($generic:tt)*] $of:ty => $item:ty: $me:ident $next_back:expr;)*) => {$(
        impl<$($generic)*> DoubleEndedIterator for $of { fn next_back(&mut $me) -> Option<$item> { $next_back } }
    )*};
}

/// Functions, a row each, of an expression or a body; bounds stand in `[where]`. `[pub const fn]` or the like stands
/// before the rows, and behind `=>` before those of another kind.
macro_rules! fns {
    (
        @ [$($kind:tt)*] $(#[$about:meta])? $name:ident [$($generic:tt)*] $parameters:tt [$($result:tt)*] $body:tt
    ) => {
        $(#[$about])? $($kind)* $name $($generic)* $parameters $($result)* $body
    };
    ($kind:tt $(
        $(#[$about:meta])? $name:ident $([$($generic:tt)*])? ($($parameter:tt)*) $(-> $result:ty)?
            $([where $($bound:tt)*])? $(: $value:expr;)? $($body:block)?
    )* $(=> $other:tt $($more:tt)*)?) => {
        $(fns! {
            @ $kind $(#[$about])? $name [$(<$($generic)*>)?] ($($parameter)*)
            [$(-> $result)? $(where $($bound)*)?] $({ $value })? $($body)?
        })*
        $(fns! { $other $($more)* })?
    };
}
/// Likewise, of what needs `unsafe`.
macro_rules! unsafe_fns {
    ($kind:tt $(
        $(#[$about:meta])? $name:ident $([$($generic:tt)*])? ($($parameter:tt)*) $(-> $result:ty)?
            $(: $value:expr;)? $({ $($body:tt)* })?
    )* $(=> $other:tt $($more:tt)*)?) => {
        $(fns! {
            @ $kind $(#[$about])? $name [$(<$($generic)*>)?] ($($parameter)*) [$(-> $result)?] {
                unsafe { $($value)? $($($body)*)? }
            }
        })*
        $(unsafe_fns! { $other $($more)* })?
    };
}

/// What an option holds, or what comes of that, or something else.
macro_rules! held_or {
    ($option:expr, $other:expr) => { match $option { Some(x) => x, None => $other } };
    ($option:expr, $x:pat => $value:expr, $other:expr) => {
        match $option {
            Some($x) => $value,
            None => $other,
        }
    };
}
/// None, or what comes of what an option holds, or of what two of them hold, or where a condition holds.
macro_rules! if_some {
    ($option:expr, $x:pat => $value:expr) => {
        match $option {
            Some($x) => $value,
            None => None,
        }
    };
}
macro_rules! if_both {
    ($a:expr, $b:expr, $x:ident $y:ident => $value:expr) => {
        match ($a, $b) {
            (Some($x), Some($y)) => $value,
            _ => None,
        }
    };
}
macro_rules! if_true { ($condition:expr => $value:block) => { if $condition $value else { None } }; }

/// Returns None where that holds.
macro_rules! none_if {
    ($condition:expr) => {
        if $condition {
            return None;
        }
    };
}
/// Returns what an option is, if it holds something.
macro_rules! return_some {
    ($option:expr) => {
        let x = $option;
        if x.is_some() {
            return x;
        }
    };
}

/// As a `for` over a range, or over one that ends at 0 from its end on, without its calls, and in constants too.
macro_rules! counting {
    ($k:ident in $from:expr, $to:expr => $body:block) => {
        let mut $k = $from;
        while $k < $to {
            $body
            $k += 1;
        }
    };
    ($k:ident down from $from:expr => $body:block) => {
        let mut $k = $from;
        while $k > 0 {
            $k -= 1;
            $body
        }
    };
}

/// Whether that holds for no number of a range; one for which it does makes the function return.
macro_rules! never {
    ($k:ident in $from:expr, $to:expr => $holds:expr) => {{
        counting!($k in $from, $to => {
            if $holds {
                return false;
            }
        });
        true
    }};
}
/// Panics where that holds.
macro_rules! panic_if {
    ($condition:expr, $($words:tt)+) => {
        if $condition {
            panic!($($words)+);
        }
    };
}
/// A panic that says less in a constant.
macro_rules! panic_in {
    ($constant:literal, $($words:tt)+) => {{ if unsafe { i::in_constant() } { panic!($constant) } panic!($($words)+) }};
}

/// Panics as an index does that is not below the length.
macro_rules! in_bounds {
    ($index:expr, $len:expr) => {
        if $index >= $len {
            panic!("index out of bounds: the len is {} but the index is {}", $len, $index);
        }
    };
}

/// What a type writes as Debug, Display or the like, a row each.
macro_rules! written {
    ($($([$($generic:tt)*])? $trait:ident $of:ty: $me:ident $f:ident $value:expr;)*) => {$(
        impl $(<$($generic)*>)? crate::fmt::$trait for $of {
            fn fmt(&$me, $f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result { $value }
        }
    )*};
}

/// A trait whose only method gives the value seen as something else, and its impls, a row each.
macro_rules! views {
    (
        mut $trait:ident $([$super:ident])? $method:ident:
        $([$($generic:tt)*] $of:ty => $seen:ty: $me:ident $value:expr;)*
    ) => {
        #[const_conditional] pub trait $trait<T: ?Sized>$(: $super<T>)? { fn $method(&mut self) -> &mut T; }
        $(impl<$($generic)*> $trait<$seen> for $of { fn $method(&mut $me) -> &mut $seen { $value } })*
    };
    ($trait:ident $method:ident: $([$($generic:tt)*] $of:ty => $seen:ty: $me:ident $value:expr;)*) => {
        #[const_conditional] pub trait $trait<T: ?Sized> { fn $method(&self) -> &T; }
        $(impl<$($generic)*> $trait<$seen> for $of { fn $method(&$me) -> &$seen { $value } })*
    };
}

/// What a dereference gives, a row each.
macro_rules! derefs {
    (mut $([$($generic:tt)*] $of:ty => $target:ty: $me:ident $body:block)*) => {$(
        impl<$($generic)*> DerefMut for $of { fn deref_mut(&mut $me) -> &mut $target $body }
    )*};
    ($([$($generic:tt)*] $of:ty => $target:ty: $me:ident $body:block)*) => {$(
        impl<$($generic)*> Deref for $of { type Target = $target; fn deref(&$me) -> &$target $body }
    )*};
}
/// Operators of one value, a row each.
macro_rules! unary {
    ($(
        $(#[$about:ident])* $([$($generic:tt)*])? $trait:ident $method:ident $of:ty => $result:ty: $me:ident $body:block
    )*) => {$(
        impl$(<$($generic)*>)? $trait for $of { type Output = $result; $(#[$about])* fn $method($me) -> $result $body }
    )*};
}

/// How two values compare whose operators the compiler knows.
macro_rules! three_way {
    ($a:expr, $b:expr) => {
        if $a < $b {
            Ordering::Less
        } else if $a == $b {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    };
}
/// Comparisons of a type whose operators the compiler knows; with a `partial_cmp` of its own it gets no Eq and no Ord.
macro_rules! compared {
    ($t:ident) => {
        compared! { $t, self o Some(three_way!(*self, *o)) }
        impl Eq for $t {}
        impl Ord for $t {
            fn cmp(&self, o: &$t) -> Ordering { three_way!(*self, *o) }
            fn __exceeds(&self, o: &$t) -> bool { *self > *o }
            #[track_caller] fn clamp(self, min: $t, max: $t) -> $t {
                assert!(min <= max, "min > max. min = {min:?}, max = {max:?}");
                if self < min { min } else if self > max { max } else { self }
            }
        }
    };
    ($t:ident, $me:ident $o:ident $partial_cmp:expr) => {
        impl PartialEq for $t {
            fn eq(&self, o: &$t) -> bool { *self == *o }
            fn ne(&self, o: &$t) -> bool { *self != *o }
        }
        impl PartialOrd for $t {
            fn partial_cmp(&$me, $o: &$t) -> Option<Ordering> { $partial_cmp }
            fn lt(&self, o: &$t) -> bool { *self < *o }
            fn le(&self, o: &$t) -> bool { *self <= *o }
            fn gt(&self, o: &$t) -> bool { *self > *o }
            fn ge(&self, o: &$t) -> bool { *self >= *o }
        }
    };
}
/// Comparisons of types by what their values are seen as; behind `where` stands the parameter that has to compare, too.
macro_rules! compared_as {
    ($($of:ty $([$($generic:tt)*])? $(where $part:ident)?: $x:ident => $seen:expr;)*) => {$(
        impl $(<$($generic)*>)? PartialEq for $of $(where $part: PartialEq)? {
            fn eq(&self, other: &$of) -> bool { ({ let $x = self; $seen }) == ({ let $x = other; $seen }) }
        }
        impl $(<$($generic)*>)? Eq for $of $(where $part: Eq)? {}
        impl $(<$($generic)*>)? PartialOrd for $of $(where $part: PartialOrd)? {
            fn partial_cmp(&self, other: &$of) -> Option<crate::cmp::Ordering> {
                ({ let $x = self; $seen }).partial_cmp(&{ let $x = other; $seen })
            }
        }
        impl $(<$($generic)*>)? Ord for $of $(where $part: Ord)? {
            fn cmp(&self, other: &$of) -> crate::cmp::Ordering {
                ({ let $x = self; $seen }).cmp(&{ let $x = other; $seen })
            }
        }
    )*};
}
