// Items without their bodies.
struct S;

fn a(); //~ - free function without a body

impl S {
    fn b(&self); //~ - associated function in `impl` without body
    const C: u32; //~ - associated constant in `impl` without body
}

const D: u32; //~ - free constant item without body

static E: u32; //~ - free static item without body
