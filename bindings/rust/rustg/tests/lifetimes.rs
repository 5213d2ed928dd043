//! Handles are dropped in any order, used from many threads, and the library is shut down at any time.

use std::sync::Mutex;
use std::thread;

use rustg::{Device, ErrorKind, GpuCompiler, Module, PinnedBuffer};

const FILL: &str = "
    use rustg_std::prelude::*;
    #[kernel]
    pub fn fill(value: u64, mut y: GridMut<u64>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = value + i.get() as u64;
        }
    }
    #[kernel]
    pub fn beyond(at: usize, mut y: GridMut<u64>, x: &[u64]) {
        let i = thread::index();
        if i < y.len() {
            y[i] = x[at];
        }
    }";

/// Everything that holds on to something else, each to be dropped alone.
fn handles() -> Vec<Box<dyn std::any::Any>> {
    let compiler = GpuCompiler::new();
    let result = compiler.compile_source(FILL).unwrap();
    let device = Device::best().unwrap();
    let stream = device.stream().unwrap();
    let module = Module::from_result(&device, &result).unwrap();
    let kernel = module.kernel("fill").unwrap();
    let mut buffer = stream.zeros::<u64>(100).unwrap();
    let other = stream.duplicate_of(&buffer);
    kernel.launch(&stream, 100, (7u64, &mut buffer)).unwrap();
    // a panic that nobody asks for
    module.kernel("beyond").unwrap().launch(&stream, 100, (1000usize, &mut buffer, &other)).unwrap();
    let pinned = PinnedBuffer::<u64>::zeros(&device, 100).unwrap();
    let transfer = stream.download_pinned(&other, pinned).unwrap();
    let event = device.event().unwrap();
    event.record(&stream).unwrap();
    let pinned = PinnedBuffer::of(&device, &[1u8, 2, 3]).unwrap();
    vec![
        Box::new(compiler),
        Box::new(result),
        Box::new(device),
        Box::new(stream),
        Box::new(module),
        Box::new(kernel),
        Box::new(buffer),
        Box::new(other),
        Box::new(transfer),
        Box::new(event),
        Box::new(pinned),
    ]
}

trait Duplicate {
    fn duplicate_of(&self, buffer: &rustg::Buffer<u64>) -> rustg::Buffer<u64>;
}

impl Duplicate for rustg::Stream {
    fn duplicate_of(&self, buffer: &rustg::Buffer<u64>) -> rustg::Buffer<u64> {
        buffer.duplicate(self).unwrap()
    }
}

/// The next of a fixed row of numbers.
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize
}

#[test]
fn any_order() {
    let mut state = 1;
    for round in 0..10 {
        let mut handles = handles();
        while !handles.is_empty() {
            let index = if round == 0 { 0 } else { random(&mut state) % handles.len() };
            drop(handles.remove(index));
        }
    }
}

/// A module goes in one thread while a stream reports its panic in another.
#[test]
fn panics_of_modules_that_are_gone() {
    let device = Device::best().unwrap();
    for _ in 0..10 {
        let stream = device.stream().unwrap();
        let module = Module::from_source(&device, FILL).unwrap();
        let (mut y, x) = (stream.zeros::<u64>(4).unwrap(), stream.zeros::<u64>(4).unwrap());
        module.kernel("beyond").unwrap().launch(&stream, 4, (4usize, &mut y, &x)).unwrap();
        let error = thread::scope(|scope| {
            scope.spawn(move || drop(module));
            stream.wait().unwrap_err()
        });
        assert_eq!((error.kind(), error.line()), (ErrorKind::Panic, Some(14)));
        assert!(error.message().contains("the len is 4 but the index is 4"), "{error}");
        stream.wait().unwrap();
    }
}

#[test]
fn results_outlive_their_compiler_and_shutdown() {
    let error = rustg::shutdown().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotInitialized);
    assert!(error.hint().unwrap().contains("`rustg::initialize`"), "{error}");
    rustg::initialize().unwrap();
    rustg::initialize_with_threads(2).unwrap();
    let result = GpuCompiler::new().compile_source(FILL).unwrap();
    let device = Device::cpu().unwrap();
    rustg::shutdown().unwrap();
    rustg::shutdown().unwrap();
    assert!(rustg::shutdown().is_err());
    let module = Module::from_result(&device, &result).unwrap();
    drop(result);
    let stream = device.stream().unwrap();
    drop(device);
    let mut y = stream.zeros::<u64>(3).unwrap();
    let kernel = module.kernel("fill").unwrap();
    drop(module);
    kernel.launch(&stream, 3, (5u64, &mut y)).unwrap();
    assert_eq!(stream.download(&y).unwrap(), [5, 6, 7]);
    assert_eq!(rustg::VERSION, unsafe { std::ffi::CStr::from_ptr(rustg::sys::rustg_version()) }.to_str().unwrap());
}

#[test]
fn many_threads() {
    let device = Device::best().unwrap();
    let compiler = GpuCompiler::new();
    let module = Module::from_result(&device, &compiler.compile_source(FILL).unwrap()).unwrap();
    let passed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for t in 0..8u64 {
            let (device, module, compiler, passed) = (&device, &module, &compiler, &passed);
            scope.spawn(move || {
                let stream = device.stream().unwrap();
                let kernel = module.kernel("fill").unwrap();
                for round in 0..20 {
                    let mut y = stream.zeros::<u64>(500).unwrap();
                    kernel.launch(&stream, 500, (1000 * t + round, &mut y)).unwrap();
                    let first = 1000 * t + round;
                    assert!(stream.download(&y).unwrap().iter().copied().eq(first..first + 500));
                    let tokens = compiler.parse_source(&format!("fn f{t}_{round}() {{}}")).unwrap();
                    assert!(tokens.success && tokens.n_tokens == 6);
                    if round == 19 {
                        passed.lock().unwrap().push(y); // buffers go from thread to thread
                    }
                }
            });
        }
    });
    let stream = device.stream().unwrap();
    let sum: u64 = passed.into_inner().unwrap().into_iter().map(|y| stream.download(&y).unwrap()[0]).sum();
    assert_eq!(sum, (0..8).map(|t| 1000 * t + 19).sum::<u64>());
}

#[test]
fn handles_that_go_to_other_threads() {
    fn send<T: Send>() {}
    fn sync<T: Sync>() {}
    send::<rustg::Stream>();
    send::<rustg::Event>();
    send::<rustg::Buffer<f32>>();
    send::<rustg::Transfer<f32>>();
    send::<rustg::PinnedBuffer<f32>>();
    sync::<rustg::PinnedBuffer<f32>>();
    send::<Device>();
    sync::<Device>();
    send::<Module>();
    sync::<Module>();
    send::<rustg::Kernel>();
    sync::<rustg::Kernel>();
    send::<rustg::CompilationResult>();
    sync::<rustg::CompilationResult>();
    sync::<GpuCompiler>();
    sync::<rustg::Ast<'static>>();
    sync::<rustg::Error>();
}
