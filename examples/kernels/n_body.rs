//! One step of bodies that attract each other.
use rustg_std::prelude::*;
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

impl Vec3 {
    const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    fn from(v: &[f32], i: usize) -> Vec3 {
        Vec3 { x: v[3 * i], y: v[3 * i + 1], z: v[3 * i + 2] }
    }

    fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
}

impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

impl Mul<f32> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f32) -> Vec3 {
        Vec3 { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}

#[kernel]
pub fn n_body(
    dt: f32,
    mass: &[f32],
    position: &[f32],
    velocity: &[f32],
    mut new_position: GridMut<[f32; 3]>,
    mut new_velocity: GridMut<[f32; 3]>,
) {
    let tid = thread::index();
    let i = tid.get();
    if i >= mass.len() {
        return;
    }
    let own = Vec3::from(position, i);
    let mut acceleration = Vec3::ZERO;
    for (j, m) in mass.iter().enumerate() {
        let d = Vec3::from(position, j) - own;
        let r2 = d.dot(d) + 1e-4;
        acceleration = acceleration + d * (m / (r2 * r2.sqrt()));
    }
    let v = Vec3::from(velocity, i) + acceleration * dt;
    let p = own + v * dt;
    new_position[tid] = [p.x, p.y, p.z];
    new_velocity[tid] = [v.x, v.y, v.z];
}
