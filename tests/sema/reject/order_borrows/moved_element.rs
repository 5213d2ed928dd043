// Elements of what Index gives stay where they are.
use rustg_std::prelude::*;

#[derive(Clone)]
#[repr(C)]
pub struct Particle {
    position: [f32; 3],
    velocity: [f32; 3],
}

impl Particle {
    fn step(self, dt: f32) -> Particle {
        let mut next = self;
        for d in 0..3 {
            next.position[d] += next.velocity[d] * dt;
        }
        next
    }

    fn energy(&self) -> f32 {
        self.velocity.iter().map(|v| v * v).sum::<f32>() * 0.5
    }
}

#[kernel]
pub fn advance(dt: f32, from: &[Particle], mut to: GridMut<Particle>, mut e: GridMut<f32>) {
    let i = thread::index();
    if i < to.len() {
        let p = from[i]; //~ E0507 cannot move out of index of `[Particle]`
        let next = p.step(dt);
        e[i] = p.energy(); //~ E0382 borrow of moved value: `p`
        to[i] = next;
        e[i] += next.energy(); //~ E0382 borrow of moved value: `next`
    }
}
