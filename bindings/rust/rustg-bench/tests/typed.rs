//! What rustg-build writes: each kind of parameter as the program's own types.

use rustg::{Complex, ErrorKind, LaunchConfig, Stream, bf16};
use rustg_bench::gradients::Weight;
use rustg_bench::kinds::Point;
use rustg_bench::{Kernels, devices};

/// Runs a test on the CPU and, where there is one, on the first GPU.
fn on_devices(test: impl Fn(&Kernels, &Stream)) {
    for device in devices().unwrap() {
        test(&Kernels::load(&device).unwrap(), &device.stream().unwrap());
    }
}

#[test]
fn every_kind_of_parameter() {
    on_devices(|kernels, stream| {
        let points = stream.upload(&[Point { x: 1.0, n: 2 }, Point { x: 3.0, n: 4 }]).unwrap();
        let zs = stream.upload(&[Complex::new(3.0f64, 4.0), Complex::new(0.0, 1.0)]).unwrap();
        let rows = stream.upload(&[[1i8, 2, 3, 4], [-1, -2, -3, -4]]).unwrap();
        let mut sums = stream.zeros(2).unwrap();
        let mut moved = stream.zeros(2).unwrap();
        let (by, half, z) = (Point { x: 0.5, n: 10 }, bf16::from_f32(0.25), Complex::new(2.0f32, 8.0));
        kernels.kinds(stream, 2, by, true, 'A', half, z, [30, 40], &points, &zs, &rows, &mut sums, &mut moved).unwrap();
        // 1 + 65 + 0.25 + 16 + 25 + 10 + 70, and the same with 1 for 25 and -10 for 10
        assert_eq!(stream.download(&sums).unwrap(), [187.25, 143.25]);
        assert_eq!(stream.download(&moved).unwrap(), [Point { x: 1.5, n: 20 }, Point { x: 3.5, n: 40 }]);
    });
}

#[test]
fn names_that_a_launch_uses_itself() {
    on_devices(|kernels, stream| {
        let mut y = stream.zeros(3).unwrap();
        kernels.load_kernel(stream, 3, 1, 2, 3, &mut y).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [123; 3]);
    });
}

#[test]
fn unsafe_kernels_are_unsafe_to_launch() {
    on_devices(|kernels, stream| {
        let p = stream.zeros::<f32>(2).unwrap();
        let mut y = stream.zeros::<f32>(2).unwrap();
        // SAFETY: one thread, and p leads to two numbers.
        unsafe { kernels.poke(stream, LaunchConfig::new([1; 3], [1; 3]), p.as_raw(), &mut y).unwrap() };
        assert_eq!(stream.download(&y).unwrap(), [0.0, 7.0]);
        assert_eq!(stream.download(&p).unwrap(), [0.0, 5.0]);
    });
}

#[test]
fn errors_of_embedded_kernels_have_their_place() {
    on_devices(|kernels, stream| {
        let x = stream.zeros::<f32>(2).unwrap();
        let mut y = stream.zeros::<f32>(3).unwrap();
        kernels.saxpy(stream, 3, 1.0, &x, &mut y).unwrap();
        let error = stream.wait().unwrap_err();
        assert_eq!((error.kind(), error.file()), (ErrorKind::Panic, Some("kernels/saxpy.rs")));
        assert!(error.message().starts_with("kernel `saxpy` panicked at "), "{error}");
        assert!(error.message().contains("the len is 2 but the index is 2"), "{error}");
        assert_eq!(kernels.module().kernels().len(), 13);
    });
}

#[test]
fn gradients_of_each_kind() {
    on_devices(|kernels, stream| {
        let weights = stream.upload(&[Weight { x: 2.0, n: 5 }, Weight { x: 3.0, n: 6 }]).unwrap();
        let mut y = stream.upload(&[1.0, 0.5]).unwrap();
        let (by, a) = (Weight { x: 0.5, n: 4 }, 3.0);
        let (mut d_by, mut d_a) = (stream.zeros::<Weight>(1).unwrap(), stream.zeros::<f64>(1).unwrap());
        let (mut d_weights, mut d_y) = (stream.zeros::<Weight>(2).unwrap(), stream.upload(&[1.0, 10.0]).unwrap());
        kernels
            .stretched_adjoint(stream, 2, by, a, &weights, &mut y, &mut d_by, &mut d_a, &mut d_weights, &mut d_y)
            .unwrap();
        assert_eq!(stream.download(&y).unwrap(), [12.0, 4.5]);
        assert_eq!(stream.download(&d_by).unwrap(), [Weight { x: 24.0 + 90.0, n: 0 }]);
        assert_eq!(stream.download(&d_a).unwrap(), [4.0 + 15.0]);
        assert_eq!(stream.download(&d_weights).unwrap(), [Weight { x: 6.0, n: 0 }, Weight { x: 15.0, n: 0 }]);
        assert_eq!(stream.download(&d_y).unwrap(), [24.0, 180.0]);
        let mut y = stream.upload(&[1.0, 0.5]).unwrap();
        let (t_by, t_weights) = (Weight { x: 0.0, n: 0 }, stream.zeros::<Weight>(2).unwrap());
        let mut t_y = stream.upload(&[0.0, 1.0]).unwrap();
        kernels.stretched_tangent(stream, 2, by, a, &weights, &mut y, t_by, 1.0, &t_weights, &mut t_y).unwrap();
        assert_eq!(stream.download(&t_y).unwrap(), [4.0, 1.5 + 18.0]);
    });
}

#[test]
fn gradients_with_a_tape() {
    on_devices(|kernels, stream| {
        let (x, mut y) = (stream.upload(&[1.5f32, 0.5]).unwrap(), stream.zeros::<f32>(2).unwrap());
        let (mut d_x, mut d_y) = (stream.zeros::<f32>(2).unwrap(), stream.upload(&[1.0f32, 1.0]).unwrap());
        let (mut words, shape) = (stream.zeros::<u64>(1).unwrap(), LaunchConfig::new([1; 3], [2, 1, 1]));
        kernels.stepped_tape(stream, shape, 3, &x, &mut y, &mut words).unwrap();
        let words = stream.download(&words).unwrap()[0] as usize;
        let mut tape = stream.zeros::<u64>(2 * words).unwrap();
        kernels.stepped_adjoint(stream, shape, 3, &x, &mut y, &mut d_x, &mut d_y, &mut tape).unwrap();
        assert_eq!(stream.download(&d_x).unwrap(), [8.0 * 1.5f32.powi(7), 8.0 * 0.5f32.powi(7)]);
        let gradient = rustg::grad(kernels.module(), "stepped").unwrap();
        let (mut again, mut d_y) = (stream.zeros::<f32>(2).unwrap(), stream.upload(&[1.0f32, 1.0]).unwrap());
        gradient.launch(stream, 2, (3u32, &x, &mut y, &mut again, &mut d_y)).unwrap();
        assert_eq!(stream.download(&again).unwrap(), stream.download(&d_x).unwrap());
    });
}

#[test]
fn more_arguments_than_a_tuple_holds() {
    on_devices(|kernels, stream| {
        let (x, mut y) = (stream.upload(&[100u32, 200]).unwrap(), stream.zeros::<u32>(2).unwrap());
        kernels.many(stream, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, &x, &mut y).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [220, 320]);
    });
}
