// `self` outside of associated functions.
fn a(self) {} //~ - `self` parameter is only allowed in associated functions

fn b(&self, x: u32) -> u32 { //~ - `self` parameter is only allowed in associated functions
    x
}
