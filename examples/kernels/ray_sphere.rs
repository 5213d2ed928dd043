//! Rays from the eye against spheres of three materials.
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
enum Material {
    Matte { albedo: f32 },
    Metal { tint: f32, roughness: f32 },
    Light(f32),
}

#[derive(Clone, Copy)]
struct Hit {
    distance: f32,
    normal: [f32; 3],
    material: Material,
}

/// Spheres are rows of six numbers: centre, radius, material, its parameter.
struct Sphere<'a>(&'a [f32]);

impl Sphere<'_> {
    fn material(&self) -> Option<Material> {
        let p = self.0[5];
        match self.0[4] as u32 {
            0 => Some(Material::Matte { albedo: p }),
            1 => Some(Material::Metal { tint: p, roughness: 0.25 }),
            2 => Some(Material::Light(p)),
            _ => None,
        }
    }

    fn hit(&self, direction: [f32; 3]) -> Option<Hit> {
        let &[x, y, z, radius, ..] = self.0 else { return None };
        let b = dot(direction, [x, y, z]);
        let c = dot([x, y, z], [x, y, z]) - radius * radius;
        let under = b * b - c;
        if under < 0.0 {
            return None;
        }
        let distance = b - under.sqrt();
        if distance <= 0.0 {
            return None;
        }
        let mut normal = [0.0; 3];
        for (k, n) in normal.iter_mut().enumerate() {
            *n = (direction[k] * distance - self.0[k]) / radius;
        }
        Some(Hit { distance, normal, material: self.material()? })
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn shade(hit: &Hit, sun: [f32; 3]) -> f32 {
    let facing = dot(hit.normal, sun).max(0.0);
    match hit.material {
        Material::Light(power) => power,
        Material::Matte { albedo } => albedo * (0.1 + 0.9 * facing),
        Material::Metal { tint, .. } if facing == 0.0 => tint * 0.05,
        Material::Metal { tint, roughness } => {
            let shine = facing * facing;
            tint * (shine * shine * (1.0 - roughness) + facing * roughness)
        }
    }
}

#[kernel]
pub fn ray_sphere(width: usize, height: usize, spheres: &[f32], mut image: GridMut<f32>) {
    let i = thread::index();
    if i >= image.len() {
        return;
    }
    let x = (i.get() % width) as f32 / width as f32 - 0.5;
    let y = 0.5 - (i.get() / width) as f32 / height as f32;
    let length = (x * x + y * y + 1.0).sqrt();
    let direction = [x / length, y / length, 1.0 / length];
    let mut nearest: Option<Hit> = None;
    for row in spheres.chunks_exact(6) {
        if let Some(hit) = Sphere(row).hit(direction) {
            nearest = match nearest {
                Some(old) if old.distance <= hit.distance => Some(old),
                _ => Some(hit),
            };
        }
    }
    image[i] = match &nearest {
        Some(hit) => shade(hit, [0.48, 0.64, -0.6]),
        None => 0.2 * (1.0 - y),
    };
}
