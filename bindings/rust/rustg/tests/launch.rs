//! Results of kernels against known answers, on the CPU device and, where there is one, on the first GPU.

use rustg::{Complex, Device, ErrorKind, LaunchConfig, Module, PinnedBuffer};

const KERNELS: &str = "
    use rustg_std::prelude::*;

    #[kernel]
    pub fn vector_add(x: &[f32], y: &[f32], mut z: GridMut<f32>) {
        let i = thread::index();
        if i < z.len() {
            z[i] = x[i] + y[i];
        }
    }

    #[kernel]
    pub fn matmul(n: usize, k: usize, a: &[f64], b: &[f64], mut c: GridMut<f64>) {
        let i = thread::index();
        if i < c.len() {
            let (row, column) = (i.get() / n, i.get() % n);
            let mut sum = 0.0;
            for j in 0..k {
                sum += a[row * k + j] * b[j * n + column];
            }
            c[i] = sum;
        }
    }

    #[kernel]
    pub fn scale_f32(by: f32, mut y: GridMut<f32>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = (by * y[i]).sqrt();
        }
    }

    #[kernel]
    pub fn scale_f64(by: f64, mut y: GridMut<f64>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = (by * y[i]).sqrt();
        }
    }

    #[kernel]
    pub fn multiply(x: &[Complex<f32>], mut y: GridMut<Complex<f32>>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = x[i] * y[i];
        }
    }

    #[kernel]
    pub fn norms(x: &[Complex<f64>], mut y: GridMut<f64>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = x[i].norm_sqr();
        }
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Point {
        pub x: f32,
        pub n: u32,
    }

    #[kernel]
    pub fn points(by: Point, x: &[Point], pairs: &[[u8; 2]], mut y: GridMut<Point>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = Point { x: x[i].x * by.x, n: x[i].n + by.n + pairs[i][1] as u32 };
        }
    }

    #[kernel(block = 64)]
    pub fn reverse(x: &[i32], mut y: GridMut<i32>) {
        let shared = Shared::<i32, 64>::new();
        let rank = thread::idx_x() as usize;
        let i = thread::index();
        shared.set(rank, x[i]);
        block::sync();
        if i < y.len() {
            y[i] = shared.get(63 - rank);
        }
    }

    #[kernel]
    pub fn read_at(at: usize, x: &[f32], mut y: GridMut<f32>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = x[at];
        }
    }

    #[kernel]
    pub unsafe fn poke(mut y: GridMut<f32>) {
        if thread::index().get() == 0 {
            unsafe { *y.get_unchecked_mut(1) = 7.0; }
        }
    }";

/// The same struct as the kernels'.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f32,
    n: u32,
}

// SAFETY: repr(C), declared alike in the kernels, and all zero is a Point.
unsafe impl rustg::Element for Point {
    const ELEMENT: u32 = rustg::sys::RUSTG_ELEMENT_STRUCT;
    fn name() -> std::borrow::Cow<'static, str> {
        "Point".into()
    }
}

fn devices() -> Vec<Device> {
    let cpu = Device::cpu().unwrap();
    if let Some(reason) = rustg::cuda_missing() {
        eprintln!("on the CPU only: {reason}");
        return vec![cpu];
    }
    vec![cpu, Device::cuda(0).unwrap()]
}

/// Runs a test on every device.
fn on_devices(test: impl Fn(&Device, &Module)) {
    for device in devices() {
        test(&device, &Module::from_source(&device, KERNELS).unwrap());
    }
}

#[test]
fn kernels_print() {
    let source = "use rustg_std::prelude::*;
        #[kernel]
        pub fn count(n: u32) {
            if thread::index().get() > 0 {
                return;
            }
            for i in 0..n {
                println!(\"{i}\");
            }
            eprint!(\"end\");
        }";
    for backend in devices().iter().map(Device::backend) {
        let apart = rustg::DeviceOptions { is_apart: true, ..Default::default() };
        let device = Device::open(backend, 0, apart).unwrap();
        let said = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let heard = said.clone();
        device.on_print(move |p| heard.lock().unwrap().push((p.text.to_string(), p.to_stderr, p.n_lost)));
        let module = Module::from_source(&device, source).unwrap();
        let stream = device.stream().unwrap();
        let run = |n: u32| {
            module.kernel("count").unwrap().launch(&stream, 1, (n,)).unwrap();
            assert!(said.lock().unwrap().is_empty());
            stream.wait().unwrap();
            std::mem::take(&mut *said.lock().unwrap())
        };
        assert_eq!(run(1), [("0\n".to_string(), false, 0), ("end".to_string(), true, 0)]);
        for _ in 0..2 {
            let full = run(5000);
            assert_eq!(full.len(), 4097);
            assert_eq!(full[4095], ("4095\n".to_string(), false, 0));
            assert_eq!(full[4096], (String::new(), false, 905));
        }
        assert_eq!(run(2).len(), 3);
    }
}

#[test]
fn vector_add() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
        let y: Vec<f32> = (0..1000).map(|i| 0.5 * i as f32).collect();
        let (x, y) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
        let mut z = stream.zeros::<f32>(1000).unwrap();
        module.kernel("vector_add").unwrap().launch(&stream, 1000, (&x, &y, &mut z)).unwrap();
        let wanted: Vec<f32> = (0..1000).map(|i| 1.5 * i as f32).collect();
        assert_eq!(stream.download(&z).unwrap(), wanted);
    });
}

#[test]
fn matmul() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let (m, n, k) = (7, 5, 3);
        let a: Vec<f64> = (0..m * k).map(|i| i as f64).collect();
        let b: Vec<f64> = (0..k * n).map(|i| (i * i) as f64).collect();
        let mut wanted = vec![0.0; m * n];
        for row in 0..m {
            for column in 0..n {
                wanted[row * n + column] = (0..k).map(|j| a[row * k + j] * b[j * n + column]).sum();
            }
        }
        let (a, b) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let mut c = stream.zeros::<f64>(m * n).unwrap();
        module.kernel("matmul").unwrap().launch(&stream, m * n, (n, k, &a, &b, &mut c)).unwrap();
        assert_eq!(stream.download(&c).unwrap(), wanted);
    });
}

#[test]
fn elementwise() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let mut f32s = stream.upload(&[1.0f32, 4.0, 9.0]).unwrap();
        module.kernel("scale_f32").unwrap().launch(&stream, 3, (2.0f32, &mut f32s)).unwrap();
        assert_eq!(stream.download(&f32s).unwrap(), [2.0f32.sqrt(), 8.0f32.sqrt(), 18.0f32.sqrt()]);
        let mut f64s = stream.upload(&[1.0f64, 4.0, 9.0]).unwrap();
        module.kernel("scale_f64").unwrap().launch(&stream, 3, (2.0f64, &mut f64s)).unwrap();
        assert_eq!(stream.download(&f64s).unwrap(), [2.0f64.sqrt(), 8.0f64.sqrt(), 18.0f64.sqrt()]);

        let x = stream.upload(&[Complex::new(1.0f32, 2.0), Complex::new(0.0, 1.0)]).unwrap();
        let mut y = stream.upload(&[Complex::new(3.0f32, -1.0), Complex::new(0.0, 1.0)]).unwrap();
        module.kernel("multiply").unwrap().launch(&stream, 2, (&x, &mut y)).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [Complex::new(5.0f32, 5.0), Complex::new(-1.0, 0.0)]);
        let x = stream.upload(&[Complex::new(3.0f64, 4.0)]).unwrap();
        let mut y = stream.zeros::<f64>(1).unwrap();
        module.kernel("norms").unwrap().launch(&stream, 1, (&x, &mut y)).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [25.0]);
    });
}

#[test]
fn structs_and_arrays() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let x = stream.upload(&[Point { x: 1.0, n: 1 }, Point { x: 2.0, n: 2 }]).unwrap();
        let pairs = stream.upload(&[[0u8, 10], [0, 20]]).unwrap();
        let mut y = stream.zeros::<Point>(2).unwrap();
        let by = Point { x: 3.0, n: 100 };
        module.kernel("points").unwrap().launch(&stream, 2, (by, &x, &pairs, &mut y)).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [Point { x: 3.0, n: 111 }, Point { x: 6.0, n: 122 }]);
    });
}

#[test]
fn blocks_and_shared_memory() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let x: Vec<i32> = (0..128).collect();
        let x = stream.upload(&x).unwrap();
        let mut y = stream.zeros::<i32>(128).unwrap();
        let kernel = module.kernel("reverse").unwrap();
        assert_eq!(kernel.info().unwrap().block, [64, 1, 1]);
        kernel.launch(&stream, LaunchConfig::new([2, 1, 1], [64, 1, 1]), (&x, &mut y)).unwrap();
        let wanted: Vec<i32> = (0..128).map(|i| i / 64 * 64 + 63 - i % 64).collect();
        assert_eq!(stream.download(&y).unwrap(), wanted);
    });
}

#[test]
fn parts_of_buffers() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let x = stream.upload(&[1.0f32, 2.0, 3.0, 4.0]).unwrap();
        let mut z = stream.zeros::<f32>(4).unwrap();
        let kernel = module.kernel("vector_add").unwrap();
        let (low, high) = (x.slice(0..2).unwrap(), x.slice(2..4).unwrap());
        kernel.launch(&stream, 2, (low, high, z.slice_mut(1..3).unwrap())).unwrap();
        assert_eq!(stream.download(&z).unwrap(), [0.0, 4.0, 6.0, 0.0]);
        assert_eq!(stream.download(z.slice(1..3).unwrap()).unwrap(), [4.0, 6.0]);
        stream.write(&[9.0], z.slice_mut(3..4).unwrap()).unwrap();
        let mut copy = z.duplicate(&stream).unwrap();
        stream.copy(x.slice(0..1).unwrap(), copy.slice_mut(0..1).unwrap()).unwrap();
        assert_eq!(stream.download(&copy).unwrap(), [1.0, 4.0, 6.0, 9.0]);
        let empty = stream.upload::<f32>(&[]).unwrap();
        assert!(stream.download(&empty).unwrap().is_empty());
    });
}

#[test]
fn pinned_memory_and_events() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let (start, end) = (device.event().unwrap(), device.event().unwrap());
        let mut pinned = PinnedBuffer::of(device, &[1.0f32; 4096]).unwrap();
        pinned[1] = 4.0;
        let mut y = stream.zeros::<f32>(4096).unwrap();
        start.record(&stream).unwrap();
        let upload = stream.upload_pinned(pinned, &mut y).unwrap();
        module.kernel("scale_f32").unwrap().launch(&stream, 4096, (4.0f32, &mut y)).unwrap();
        let pinned = upload.wait().unwrap();
        let download = stream.download_pinned(&y, pinned).unwrap();
        end.record(&stream).unwrap();
        let pinned = download.wait().unwrap();
        assert_eq!(pinned[..3], [2.0, 4.0, 2.0]);
        end.wait().unwrap();
        assert!(end.is_done().unwrap() && end.seconds_since(&start).unwrap() >= 0.0);
        // as a plain slice it is copied before the call returns
        let again = stream.upload(&pinned).unwrap();
        drop(pinned);
        assert_eq!(stream.download(&again).unwrap()[..2], [2.0, 4.0]);
        let other = device.stream().unwrap();
        other.wait_event(&end).unwrap();
        assert!(other.download(&y).unwrap()[1] == 4.0 && other.is_done().unwrap());
    });
}

#[test]
fn panics_have_a_place() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let x = stream.upload(&[1.0f32; 4]).unwrap();
        let mut y = stream.zeros::<f32>(4).unwrap();
        let kernel = module.kernel("read_at").unwrap();
        kernel.launch(&stream, 4, (9usize, &x, &mut y)).unwrap();
        let error = stream.download(&y).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Panic);
        assert!(error.message().contains("the len is 4 but the index is 9"), "{error}");
        let line = KERNELS.lines().position(|line| line.contains("y[i] = x[at]")).unwrap() as u32 + 1;
        assert_eq!((error.file(), error.line(), error.column()), (Some("source.rs"), Some(line), Some(20)));
        assert!(error.is_recoverable());
        kernel.launch(&stream, 4, (3usize, &x, &mut y)).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [1.0; 4]);
    });
}

#[test]
fn unsafe_kernels_are_told_apart() {
    on_devices(|device, module| {
        let stream = device.stream().unwrap();
        let mut y = stream.zeros::<f32>(2).unwrap();
        let kernel = module.kernel("poke").unwrap();
        let error = kernel.launch(&stream, 2, (&mut y,)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Argument);
        assert!(error.message().contains("unsafe kernel") && error.hint().unwrap().contains("launch_unchecked"));
        // SAFETY: y has an element 1, which only thread 0 writes.
        unsafe { kernel.launch_unchecked(&stream, 2, (&mut y,)).unwrap() };
        assert_eq!(stream.download(&y).unwrap(), [0.0, 7.0]);
    });
}
