// Struct literals of what is no struct.
mod inner {
    pub mod deep {}
}

const TOP: u32 = 3;

trait Area {}

type Number = u32;

pub fn f() -> u32 {
    let a = Missing { x: 1 }; //~ E0422 cannot find struct, variant or union type `Missing` in this scope
    let b = inner::Missing { x: 1 }; //~ E0422 cannot find struct, variant or union type `Missing` in module `inner`
    let c = Area { x: 1 }; //~ E0574 expected struct, variant or union type, found trait `Area`
    let d = inner { x: 1 }; //~ E0574 expected struct, variant or union type, found module `inner`
    1
}
