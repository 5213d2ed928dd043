//! How many steps each point of the plane takes to leave the Mandelbrot set.
use rustg_std::prelude::*;

fn steps(c: Complex<f64>, most: u32) -> u32 {
    let mut z = Complex::new(0.0, 0.0);
    for n in 0..most {
        if z.norm_sqr() > 4.0 {
            return n;
        }
        z = z * z + c;
    }
    most
}

#[kernel]
pub fn mandelbrot(width: u32, height: u32, most: u32, mut out: GridMut<u32>) {
    let i = thread::index();
    if i < out.len() {
        let (x, y) = (i.get() as u32 % width, i.get() as u32 / width);
        let re = x as f64 / width as f64 * 3.0 - 2.0;
        let im = y as f64 / height as f64 * 2.0 - 1.0;
        out[i] = steps(Complex::new(re, im), most);
    }
}
