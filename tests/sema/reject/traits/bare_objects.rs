// Since edition 2021 the type of a trait's objects begins with `dyn`, also where more than a path is written.
use rustg_std::prelude::*;

pub trait Shape {}
pub struct Held {
    x: *const (Shape + Send), //~ E0782 expected a type, found a trait
}
pub fn f(x: &(Shape + 'static)) {} //~ E0782 expected a type, found a trait
pub fn g(x: &for<'a> Fn(&'a u32)) {} //~ E0782 expected a type, found a trait
impl Shape + Send {} //~ E0782 expected a type, found a trait
pub fn h(x: &(dyn Shape + Send)) {}
