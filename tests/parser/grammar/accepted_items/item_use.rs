//@ edition: 2021
// Extern crates and use declarations.
extern crate std;
extern crate core as heart;
extern crate self as me;
extern crate alloc as _;
pub extern crate proc_macro;

use a;
use ::a;
use a::b;
use a::b as c;
use a::b as _;
use a::*;
use ::a::*;
use *;
use ::*;
use {};
use ::{};
use {a, b};
use {a, b,};
use ::{a, b as c};
use a::{};
use a::{self};
use a::{self as me2, b::{c, d::*}, e::f as g, *};
use crate::a;
use self::a;
use super::super::a;
use crate as root;
pub use a::r#match;
pub(crate) use {::a::b, c::{*}};
#[cfg(unix)]
use std::os::unix;
