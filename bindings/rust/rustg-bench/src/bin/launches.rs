//! Launches a second: by the typed function that rustg-build wrote, by `Kernel::launch`, and by the C interface alone.
//! Usage: `launches [LAUNCHES]`

use std::ffi::c_void;
use std::ptr::null_mut;

use rustg::{Backend, Buffer, Device, Error, sys};
use rustg_bench::{Kernels, devices, name, seconds};

const N: usize = 256;

/// The C interface: handles of its own, in the same process.
struct Plain {
    context: *mut sys::rustg_context,
    stream: *mut sys::rustg_stream,
    result: *mut sys::rustg_result,
    module: *mut sys::rustg_module,
    function: *mut sys::rustg_function,
    x: *mut sys::rustg_buffer,
    y: *mut sys::rustg_buffer,
}

fn must(status: sys::rustg_status) {
    assert_eq!(status, sys::RUSTG_OK, "the C interface failed");
}

impl Plain {
    /// # Safety
    /// bytes are `CompilationResult::save`'s.
    unsafe fn open(backend: Backend, bytes: &[u8]) -> Plain {
        let backend = if backend == Backend::Cuda { sys::RUSTG_BACKEND_CUDA } else { sys::RUSTG_BACKEND_CPU };
        let mut p = Plain {
            context: null_mut(),
            stream: null_mut(),
            result: null_mut(),
            module: null_mut(),
            function: null_mut(),
            x: null_mut(),
            y: null_mut(),
        };
        let n_bytes = (N * size_of::<f32>()) as u64;
        // SAFETY: every pointer is NULL where that is allowed, or a handle just made.
        unsafe {
            let none = null_mut();
            must(sys::rustg_context_open(backend, 0, std::ptr::null(), &mut p.context, none));
            must(sys::rustg_stream_create(p.context, &mut p.stream, none));
            must(sys::rustg_kernels_load(bytes.as_ptr().cast(), bytes.len(), std::ptr::null(), 0, &mut p.result, none));
            must(sys::rustg_module_from_result(p.context, p.result, &mut p.module, none));
            must(sys::rustg_module_function(p.module, c"saxpy".as_ptr(), &mut p.function, none));
            must(sys::rustg_buffer_allocate(p.context, n_bytes, p.stream, &mut p.x, none));
            must(sys::rustg_buffer_allocate(p.context, n_bytes, p.stream, &mut p.y, none));
            for buffer in [p.x, p.y] {
                must(sys::rustg_fill_buffer(buffer, 0, 0, 1, n_bytes, p.stream, none));
            }
        }
        p
    }

    fn launch(&self) {
        let a = 2.0f32;
        let value = (&raw const a).cast::<c_void>();
        let buffer = |buffer| sys::rustg_launch_argument { buffer, length: N as u64, ..Default::default() };
        let args =
            [sys::rustg_launch_argument { value, n_bytes: 4, ..Default::default() }, buffer(self.x), buffer(self.y)];
        let config = sys::rustg_launch_config {
            struct_size: size_of::<sys::rustg_launch_config>(),
            n_elements: N as u64,
            ..Default::default()
        };
        // SAFETY: handles are alive, arguments are the kernel's.
        must(unsafe { sys::rustg_launch(self.function, self.stream, &config, args.as_ptr(), args.len(), null_mut()) });
    }

    fn wait(&self) {
        // SAFETY: the stream is alive.
        must(unsafe { sys::rustg_stream_wait(self.stream, null_mut()) });
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        // SAFETY: handles of `open`, each once, children first.
        unsafe {
            sys::rustg_buffer_free(self.x);
            sys::rustg_buffer_free(self.y);
            sys::rustg_module_free(self.module);
            sys::rustg_result_free(self.result);
            sys::rustg_stream_destroy(self.stream);
            sys::rustg_context_close(self.context);
        }
    }
}

fn measure(device: &Device, n: usize) -> Result<(), Error> {
    let stream = device.stream()?;
    let kernels = Kernels::load(device)?;
    let kernel = kernels.module().kernel("saxpy")?;
    let x = stream.zeros::<f32>(N)?;
    let mut y: Buffer<f32> = stream.zeros(N)?;
    // SAFETY: what the build script wrote.
    let plain = unsafe { Plain::open(device.backend(), include_bytes!(concat!(env!("OUT_DIR"), "/Kernels.bin"))) };
    plain.launch(); // the CPU's code is made or found now
    let c = seconds(5, || {
        (0..n).for_each(|_| plain.launch());
        plain.wait();
        Ok(())
    })?;
    let safe = seconds(5, || {
        for _ in 0..n {
            kernel.launch(&stream, N, (2.0f32, &x, &mut y))?;
        }
        stream.wait()
    })?;
    let typed = seconds(5, || {
        for _ in 0..n {
            kernels.saxpy(&stream, N, 2.0, &x, &mut y)?;
        }
        stream.wait()
    })?;
    let rate = |seconds: f64| n as f64 / seconds;
    println!("{}: launches of saxpy over {N} elements, a second, best of 5 runs of {n}", name(device));
    println!("  C interface        {:>12.0}", rate(c));
    println!("  Kernel::launch     {:>12.0}  {:.3} of it", rate(safe), c / safe);
    println!("  typed by the build {:>12.0}  {:.3} of it", rate(typed), c / typed);
    Ok(())
}

fn main() -> Result<(), Error> {
    let n = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    rustg::initialize()?;
    for device in devices()? {
        measure(&device, n)?;
    }
    rustg::shutdown()
}
