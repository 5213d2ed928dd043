use rustg_std::prelude::*;

struct F<'a>(&'a str);
type Alias = F<'static>;

impl<'b> F<'b> {
    fn by_value(self) -> &str { //~ E0106 missing lifetime specifier
        "x"
    }
    fn from_argument<'a>(self, x: &'a str) -> &'a str {
        x
    }
    fn from_the_argument(self, x: &str) -> &str {
        x
    }
    fn from_the_second(self: F<'b>, x: &str) -> F {
        F(x)
    }
    fn twice(self: &&Self) -> &str { //~ E0106 missing lifetime specifier
        "x"
    }
    fn two(self, x: &str, y: &str) -> &str { //~ E0106 missing lifetime specifier
        x
    }
    fn from_self(&self, _x: &str) -> &str {
        self.0
    }
    fn from_named(self: &F<'b>, _x: &str) -> F {
        F(self.0)
    }
    fn none(self: Self) -> F { //~ E0106 missing lifetime specifier
        F("x")
    }
}
impl Alias {
    fn past_the_alias<'a>(self: &Alias, x: &'a u8) -> &u8 {
        x
    }
}
trait T {
    fn from_argument(self, x: &u32) -> &u32;
    fn by_value(self) -> &u32; //~ E0106 missing lifetime specifier
}
