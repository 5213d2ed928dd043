use rustg_std::prelude::*;

struct P(u32, u32);
fn f() -> P {
    P(1) //~ E0061 this struct takes 2 arguments but 1 argument was supplied
}
