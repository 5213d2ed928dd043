// Private items come with names, private fields with types, and those of literals behind all.
use rustg_std::prelude::*;

mod physics {
    pub struct Body {
        pub mass: f32,
        charge: f32,
    }

    impl Body {
        pub fn new(mass: f32) -> Self {
            Body { mass, charge: 0.0 }
        }
        fn force(&self) -> f32 {
            self.mass * self.charge
        }
    }

    const G: f32 = 6.67e-11;

    mod inner {
        pub fn helper(x: f32) -> f32 { x }
    }
}

#[kernel]
pub fn forces(m: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let b = physics::Body { mass: m[i], charge: 1.0 };
        let c = physics::Body::new(m[i]);
        y[i] = c.force() * physics::G + physics::inner::helper(b.charge); //~ E0603 constant `G` is private //~ E0603 module `inner` is private //~ E0616 field `charge` of struct `Body` is private //~ E0624 method `force` is private
    }
}
