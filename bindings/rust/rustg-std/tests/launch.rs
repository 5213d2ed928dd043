//! Kernels through rustc: threads, barriers, warps, shared memory, panics.

use rustg_std::cpu::{self, Output};
use rustg_std::prelude::*;

#[kernel]
fn numbers(mut out: GridMut<usize>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = i.get();
    }
}

#[test]
fn every_thread_has_its_number_in_any_shape() {
    let mut y = vec![usize::MAX; 2 * 3 * 4 * 5 * 2];
    {
        let out = Output::new(&mut y);
        cpu::launch((2, 3), (4, 5, 2), || numbers(out.grid())).unwrap();
    }
    assert!(y.iter().enumerate().all(|(i, x)| i == *x));
}

#[kernel(block = 64)]
fn block_sums(x: &[u32], mut out: GridMut<u32>) {
    let shared = Shared::<u32, 64>::new();
    let rank = block::rank() as usize;
    let i = thread::index();
    shared.set(rank, if i < x.len() { x[i] } else { 0 });
    block::sync();
    let mut half = 32;
    while half > 0 {
        if rank < half {
            shared.set(rank, shared.get(rank) + shared.get(rank + half));
        }
        block::sync();
        half /= 2;
    }
    if i < out.len() {
        out[i] = shared.get(0);
    }
}

#[test]
fn barriers_and_shared_memory() {
    let x: Vec<u32> = (0..300).collect();
    let mut y = vec![0; 320];
    {
        let out = Output::new(&mut y);
        cpu::launch(5, 64, || block_sums(&x, out.grid())).unwrap();
    }
    for (b, chunk) in y.chunks(64).enumerate() {
        let want: u32 = x.iter().skip(b * 64).take(64).sum();
        assert!(chunk.iter().all(|s| *s == want));
    }
}

#[kernel]
fn warps(mut sum: GridMut<i32>, mut ballot: GridMut<u32>, mut up: GridMut<f64>) {
    let i = thread::index();
    let lane = warp::lane();
    let s = warp::reduce_add(i.get() as i32);
    let b = warp::ballot(lane.is_multiple_of(3));
    let u = warp::shuffle_up(lane as f64, 2);
    sum[i] = s;
    ballot[i] = b;
    up[i] = u;
}

#[test]
fn warp_operations_also_in_short_warps() {
    let (mut s, mut b, mut u) = (vec![0; 40], vec![0; 40], vec![0.0; 40]);
    {
        let (s, b, u) = (Output::new(&mut s), Output::new(&mut b), Output::new(&mut u));
        cpu::launch(1, 40, || warps(s.grid(), b.grid(), u.grid())).unwrap();
    }
    assert_eq!(s[0], (0..32).sum::<i32>());
    assert_eq!(s[39], (32..40).sum::<i32>());
    assert_eq!(b[5], 0b01001001_00100100_10010010_01001001);
    assert_eq!(b[33], 0b01001001);
    assert_eq!(&u[..5], [0.0, 1.0, 0.0, 1.0, 2.0]);
}

#[test]
fn panics_are_recorded_and_the_rest_goes_on() {
    let x = [1, 2, 3];
    let mut y = vec![0; 64];
    let error = {
        let out = Output::new(&mut y);
        let kernel = || {
            let i = thread::index();
            let mut out = out.grid();
            if i.get() % 32 < 5 {
                out[i] = x[i.get() % 32];
            }
            block::sync();
            out[i] += 1;
        };
        cpu::launch(2, 32, kernel).unwrap_err()
    };
    assert_eq!(error.panics.len(), 4);
    assert_eq!(error.panics[0].thread, [3, 0, 0]);
    assert_eq!(error.panics[2].block, [1, 0, 0]);
    assert_eq!(error.panics[0].message, "index out of bounds: the len is 3 but the index is 3");
    assert!(error.panics[0].file.ends_with("launch.rs"));
    assert_eq!(&y[..6], [2, 3, 4, 0, 0, 1]);
}

#[test]
fn a_barrier_that_not_all_reach_ends() {
    let kernel = || {
        if thread::idx_x() < 4 {
            warp::any(true);
        } else {
            block::sync();
        }
    };
    let error = cpu::launch(1, 8, kernel).unwrap_err();
    assert_eq!(error.panics.len(), 8);
    assert!(error.panics[0].message.contains("waits for threads"));
}

#[test]
fn threads_that_ended_are_not_waited_for() {
    cpu::launch(1, 64, || {
        if thread::idx_x().is_multiple_of(2) {
            return;
        }
        block::sync();
        assert_eq!(warp::ballot(true), 0xAAAA_AAAA);
    })
    .unwrap();
}

#[kernel]
fn histogram(x: &[u8], counts: &[Atomic<u32>]) {
    let local = Shared::<u32, 256>::new();
    local.set(thread::idx_x() as usize, 0);
    block::sync();
    for i in thread::grid_stride(x.len()) {
        local.atomic(x[i] as usize).fetch_add(1, Relaxed);
    }
    block::sync();
    let k = thread::idx_x() as usize;
    counts[k].fetch_add(local.get(k), Relaxed);
}

#[test]
fn atomics_in_memory_and_shared_memory() {
    let x: Vec<u8> = (0..10_000u32).map(|i| ((i * i) >> 3) as u8).collect();
    let counts: Vec<Atomic<u32>> = (0..256).map(|_| Atomic::new(0)).collect();
    cpu::launch(3, 256, || histogram(&x, &counts)).unwrap();
    let mut want = [0; 256];
    x.iter().for_each(|b| want[*b as usize] += 1);
    assert!(counts.iter().zip(want).all(|(c, w)| c.load(Relaxed) == w));
}

#[test]
fn a_thread_may_wait_for_an_atomic_value() {
    let flag = Atomic::<u32>::new(0);
    cpu::launch(1, 3, || {
        if thread::idx_x() == 0 {
            while flag.load(Acquire) < 2 {}
        } else {
            flag.fetch_add(1, Release);
        }
    })
    .unwrap();
}

#[test]
fn dynamic_shared_memory() {
    let kernel = || {
        let s = DynShared::<u16>::new();
        assert_eq!(s.len(), 20);
        s.set(thread::idx_x() as usize, 7);
    };
    cpu::launch_with_shared(1, 20, 40, kernel).unwrap();
    assert_eq!(cpu::launch_with_shared(1, 21, 40, kernel).unwrap_err().panics.len(), 1);
}

#[test]
fn kernels_are_functions() {
    let mut y = [9];
    numbers(GridMut::new(&mut y));
    assert_eq!(y, [0]);
}

#[test]
fn an_output_is_given_once() {
    let mut y = [0; 4];
    let out = Output::new(&mut y);
    let kernel = || {
        let (_first, _second) = (out.grid(), out.grid());
    };
    assert!(cpu::launch(1, 1, kernel).is_err());
}

#[test]
fn atomics_of_floats_and_other_scopes() {
    let x = SystemAtomic::new(1.5f64);
    assert_eq!(x.fetch_add(2.0, SeqCst), 1.5);
    assert_eq!(x.swap(0.0, AcqRel), 3.5);
    let n = Atomic::<i64>::new(-3);
    assert_eq!(n.fetch_min(-5, Relaxed), -3);
    assert_eq!(n.compare_exchange(-5, 8, AcqRel), Ok(-5));
    assert_eq!(n.compare_exchange(-5, 9, Relaxed), Err(8));
    assert_eq!(n.scoped::<0>().load(Acquire), 8);
}

#[test]
fn numbers_of_16_bits() {
    // every f16 comes back; every f32 that lies between two rounds to even
    for bits in 0..=u16::MAX {
        let x = f16::from_bits(bits);
        if !x.is_nan() {
            assert_eq!(f16::from_f32(x.to_f32()).to_bits(), bits);
            assert_eq!(bf16::from_f32(bf16::from_bits(bits).to_f32()).to_bits() & 0x7F80, bits & 0x7F80);
        } else {
            assert!(f16::from_f32(x.to_f32()).is_nan() && x.to_f32().is_nan());
        }
    }
    for bits in 0..0x7BFFu16 {
        let (a, b) = (f16::from_bits(bits).to_f32(), f16::from_bits(bits + 1).to_f32());
        let even = bits + (bits & 1);
        assert_eq!(f16::from_f32((a + b) / 2.0).to_bits(), even);
        assert_eq!(f16::from_f32((a + b) / 2.0 * 1.000_001).to_bits(), bits + 1);
    }
    assert_eq!(f16::from_f32(65519.9).to_bits(), f16::MAX.to_bits());
    assert!(f16::from_f32(65520.0).is_infinite());
    assert_eq!(bf16::from_f32(1.0 + 1.0 / 256.0), bf16::ONE);
    assert_eq!((f16::from_f32(1.5) + f16::from_f32(0.25)).to_f32(), 1.75);
    assert_eq!(f16::from_f64(1.0 + 2f64.powi(-11) + 2f64.powi(-40)).to_bits(), 0x3C01);
}

#[test]
fn complex_numbers() {
    let (a, b) = (Complex::new(1.0f64, 2.0), Complex::new(3.0, -1.0));
    assert_eq!(a * b, Complex::new(5.0, 5.0));
    assert_eq!(a * b / b, a);
    assert_eq!(a.conj().norm_sqr(), 5.0);
    assert_eq!(-a + a, Complex::<f64>::ZERO);
}
