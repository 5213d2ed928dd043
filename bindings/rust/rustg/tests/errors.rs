//! Every wrong call answers with its error; none panics.

use rustg::{
    Backend, Device, DeviceOptions, Engine, Error, ErrorKind, GpuCompiler, LaunchConfig, Module, Output, Source,
};

const KERNELS: &str = "
    use rustg_std::prelude::*;

    #[kernel]
    pub fn add(by: f32, x: &[f32], mut y: GridMut<f32>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = x[i] + by;
        }
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Point {
        pub x: f32,
        pub y: f32,
    }

    #[kernel]
    pub fn points(p: Point, mut y: GridMut<[f32; 2]>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = [p.x, p.y];
        }
    }

    #[kernel]
    pub fn stuck(mut y: GridMut<f32>) {
        if thread::idx_x() == 0 {
            warp::reduce_add(1u32); // the rest of the warp waits below
        }
        block::sync();
        let i = thread::index();
        if i < y.len() {
            y[i] = 1.0;
        }
    }";

fn open() -> (Device, Module) {
    let device = Device::cpu().unwrap();
    let module = Module::from_source(&device, KERNELS).unwrap();
    (device, module)
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, Error>, kind: ErrorKind, words: &str) -> Error {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.message().contains(words), "`{error}` instead of `{words}`");
    assert!(!error.category().is_empty() && format!("{error:?}").contains(error.message()));
    error
}

#[test]
fn wrong_source() {
    let text = "use rustg_std::prelude::*;\n\n#[kernel]\npub fn k(x: &[f32], mut y: GridMut<f32>) {\n    let i = thread::index();\n    y[i] = x[i] + 1;\n}\n";
    let result = GpuCompiler::new().compile_source(text).unwrap();
    assert!(!result.success && result.message.starts_with("source.rs:6:17: "), "{}", result.message);
    assert!(result.duration_ms > 0.0 && result.n_tokens > 40 && result.n_nodes > 20 && result.kernels().is_empty());
    let diagnostics = result.diagnostics();
    assert_eq!((diagnostics[0].code, diagnostics[0].line, diagnostics[0].column), ("E0277", 6, 17));
    assert!(diagnostics[0].rendered.contains("--> source.rs:6:17"));
    let (start, end) = diagnostics[0].span;
    assert_eq!(&text[start as usize..end as usize], "+");
    let error = refused(result.into_result(), ErrorKind::Source, "cannot add `{integer}` to `f32`");
    assert_eq!((error.file(), error.line(), error.column()), (Some("source.rs"), Some(6), Some(17)));
    assert!(!error.can_fallback() && error.category() == "compile");

    let (device, _) = open();
    let error = refused(Module::from_source(&device, "fn ("), ErrorKind::Source, "unclosed delimiter");
    assert_eq!(error.line(), Some(1));
    let unknown = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f32>) { y.lenn(); }";
    let error = refused(Module::from_source(&device, unknown), ErrorKind::Source, "no method named `lenn`");
    assert!(error.hint().is_some(), "{error:?}");
}

#[test]
fn source_without_kernels() {
    let (device, _) = open();
    let generic = "use rustg_std::prelude::*;\n#[kernel]\npub fn k<T: Copy>(x: T, mut y: GridMut<T>) {}";
    for text in ["fn a() {}", "", generic] {
        let error =
            refused(Module::from_source(&device, text), ErrorKind::Argument, "there is no kernel in `source.rs`");
        let hint = error.hint().unwrap();
        assert!(
            hint.contains("`#[kernel]`") && hint.contains("with_instance") && hint.contains("`Module::from_result`"),
            "{hint}"
        );
    }
}

#[test]
fn wrong_files_and_options() {
    let compiler = GpuCompiler::new();
    let result = compiler.compile_file("no/such/file.rs").unwrap();
    refused(result.into_result(), ErrorKind::Source, "couldn't read `no/such/file.rs`");
    refused(compiler.compile_file("a\0b.rs"), ErrorKind::Argument, "has a 0");
    refused(compiler.compile_sources([Source::new("a\0b", "")]), ErrorKind::Argument, "has a 0");
    refused(GpuCompiler::new().with_edition(2020).compile_source(""), ErrorKind::Argument, "edition");
    refused(GpuCompiler::new().with_architectures(["x86"]).compile_source(""), ErrorKind::Argument, "sm_90");
    refused(GpuCompiler::new().with_c_prefix("a-b").compile_source(""), ErrorKind::Argument, "a-b");
    let result = compiler.compile_source(KERNELS).unwrap();
    refused(result.output(Output::Ptx, 0), ErrorKind::Argument, "no output Ptx");
    let parsed = compiler.parse_source("fn main() {}").unwrap();
    refused(parsed.save(), ErrorKind::Argument, "no kernels");
    refused(Module::from_result(&Device::cpu().unwrap(), &parsed), ErrorKind::Argument, "no kernels");
}

#[test]
fn devices_that_are_not_there() {
    if rustg::cuda_missing().is_none() {
        refused(Device::cuda(1000), ErrorKind::Device, "1000");
        return;
    }
    let error = refused(Device::cuda(0), ErrorKind::NoCuda, "libcuda");
    assert!(error.can_fallback() && error.hint().is_some() && error.category() == "initialization");
    refused(GpuCompiler::new().open_device(), ErrorKind::NoCuda, "libcuda");
    refused(GpuCompiler::new().with_engine(Engine::Cuda).compile_source(KERNELS), ErrorKind::NoCuda, "");
    let compiler = GpuCompiler::new().with_engine(Engine::Cuda).with_cpu_fallback(true).with_profiling(true);
    let result = compiler.compile_source(KERNELS).unwrap();
    assert!(result.success && result.engine == Engine::Cpu && result.profile.unwrap().n_files == 1);
    let device = compiler.open_device().unwrap();
    assert_eq!(device.backend(), Backend::Cpu);
    assert!(device.fallback().unwrap().contains("libcuda"));
    let (cpu, best) = (Device::cpu().unwrap(), Device::best().unwrap());
    assert!(device == cpu && device == best && best.fallback() == device.fallback() && cpu.fallback().is_none());
    refused(Module::from_image(&device, b"\x7fELF"), ErrorKind::Argument, "");
    refused(Module::from_image(&device, b""), ErrorKind::Argument, "");
    refused(Module::from_cuda(&device, "__global__ void k() {}"), ErrorKind::Argument, "CUDA context");
}

#[test]
fn wrong_launches() {
    let (device, module) = open();
    let stream = device.stream().unwrap();
    let x = stream.zeros::<f32>(8).unwrap();
    let mut y = stream.zeros::<f32>(8).unwrap();
    let mut u = stream.zeros::<u32>(8).unwrap();
    let add = module.kernel("add").unwrap();
    let wrong = ErrorKind::Argument;
    let error = refused(module.kernel("ad"), wrong, "no kernel `ad`");
    assert!(error.hint().unwrap().contains("`add`"));
    refused(module.kernel("a\0d"), wrong, "has a 0");
    let hint = |error: Error, words: &str| assert!(error.hint().unwrap().contains(words), "{error} instead of {words}");
    let error = refused(add.launch(&stream, 8, (&x, &mut y)), wrong, "takes 3 arguments, not 2");
    hint(error, "it takes `by: f32`, `x: &[f32]`, `y: GridMut<");
    refused(
        add.launch(&stream, 8, (1.0f64, &x, &mut y)),
        wrong,
        "argument 0: `by: f32` of `add` is given a value of type f64",
    );
    let error = refused(add.launch(&stream, 8, (1u32, &x, &mut y)), wrong, "type u32");
    hint(error, "pass a value of type f32");
    let error = refused(add.launch(&stream, 8, (1.0f32, 2.0f32, &mut y)), wrong, "argument 1: `x: &[f32]`");
    hint(error, "pass `&` and a buffer of f32");
    refused(
        add.launch(&stream, 8, (1.0f32, &x, &mut u)),
        wrong,
        "argument 2: `y: GridMut<f32>` of `add` is given a mutable buffer of u32",
    );
    let error = refused(add.launch(&stream, 8, (1.0f32, &x, &y)), wrong, "is given a buffer of f32");
    hint(error, "the kernel writes it: pass `&mut`");
    let mut pairs = stream.zeros::<[u32; 2]>(8).unwrap();
    let points = module.kernel("points").unwrap();
    refused(
        points.launch(&stream, 8, ([0.0f32; 2], &mut pairs)),
        wrong,
        "argument 0: `p: Point` of `points` is given a value of type [f32; 2]",
    );
    for (grid, block, words) in [([1; 3], [2048, 1, 1], "fewer threads"), ([0, 1, 1], [1; 3], "number of elements")] {
        let launched = add.launch(&stream, LaunchConfig::new(grid, block), (1.0f32, &x, &mut y));
        hint(refused(launched, wrong, ""), words);
    }
    let other = Device::open(Backend::Cpu, 0, DeviceOptions { is_apart: true, ..Default::default() }).unwrap();
    let foreign = other.stream().unwrap();
    let far = foreign.zeros::<f32>(8).unwrap();
    refused(add.launch(&foreign, 8, (1.0f32, &x, &mut y)), wrong, "another context");
    refused(add.launch(&stream, 8, (1.0f32, &far, &mut y)), wrong, "another context");
    add.launch(&stream, 8, (1.0f32, &x, &mut y)).unwrap();
    assert_eq!(stream.download(&y).unwrap(), [1.0; 8]);
}

#[test]
fn deadlocks() {
    let (device, module) = open();
    let stream = device.stream().unwrap();
    let mut y = stream.zeros::<f32>(64).unwrap();
    let launched = module.kernel("stuck").unwrap().launch(&stream, (1, 64), (&mut y,));
    refused(launched, ErrorKind::Deadlock, "barrier");
    let x = stream.zeros::<f32>(64).unwrap();
    module.kernel("add").unwrap().launch(&stream, 64, (1.0f32, &x, &mut y)).unwrap();
    assert_eq!(stream.download(&y).unwrap(), [1.0; 64]);
}

#[test]
fn wrong_copies() {
    let (device, _) = open();
    let stream = device.stream().unwrap();
    let mut x = stream.upload(&[1.0f32, 2.0, 3.0]).unwrap();
    let wrong = ErrorKind::Argument;
    refused(stream.write(&[1.0f32], &mut x), wrong, "1 elements cannot be copied over 3");
    refused(stream.download_into(&x, &mut [0.0f32; 4]), wrong, "3 elements cannot be copied over 4");
    let short = stream.zeros::<f32>(2).unwrap();
    refused(stream.copy(&short, &mut x), wrong, "2 elements");
    refused(x.slice(2..4), wrong, "elements 2 to 4 are not all in a buffer of 3");
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = 2..1;
    refused(x.slice_mut(backwards), wrong, "elements 2 to 1");
    refused(stream.zeros::<f64>(usize::MAX), wrong, "too many");
    let pinned = rustg::PinnedBuffer::of(&device, &[1.0f32]).unwrap();
    refused(stream.upload_pinned(pinned, &mut x), wrong, "1 elements");
    let other = Device::open(Backend::Cpu, 0, DeviceOptions { is_apart: true, ..Default::default() }).unwrap();
    refused(device.event().unwrap().record(&other.stream().unwrap()), wrong, "");
    let event = device.event().unwrap();
    refused(event.seconds_since(&device.event().unwrap()), wrong, "");
}

#[test]
fn memory_limits() {
    let device = Device::open(Backend::Cpu, 0, DeviceOptions { memory_limit: 1 << 20, ..Default::default() }).unwrap();
    let stream = device.stream().unwrap();
    let some = stream.zeros::<u8>(1 << 19).unwrap();
    let error = refused(stream.zeros::<u8>(1 << 20), ErrorKind::DeviceMemory, "limit");
    assert!(error.is_recoverable() && error.hint().is_some() && error.category() == "memory");
    let memory = device.memory();
    assert_eq!((memory.current_bytes, memory.limit_bytes), (1 << 19, 1 << 20));
    drop(some);
    stream.zeros::<u8>(1 << 20).unwrap();
    assert_eq!(device.memory().current_bytes, 0);
    let limited = GpuCompiler::new().with_cpu_fallback(true).with_gpu_memory_limit(4096).open_device().unwrap();
    refused(limited.stream().unwrap().zeros::<u8>(4097), ErrorKind::DeviceMemory, "limit of 4096");
}

#[test]
fn saved_kernels() {
    let device = Device::cpu().unwrap();
    let mut bytes = GpuCompiler::new().compile_source(KERNELS).unwrap().save().unwrap();
    // SAFETY: what save wrote.
    let module = unsafe { Module::from_saved(&device, &bytes).unwrap() };
    assert_eq!(module.kernels().len(), 3);
    bytes[0] ^= 1;
    // SAFETY: refused for its first byte.
    refused(unsafe { Module::from_saved(&device, &bytes) }, ErrorKind::Argument, "none of");
    // SAFETY: as above.
    refused(unsafe { Module::from_saved(&device, &[]) }, ErrorKind::Argument, "");
}

#[test]
fn warnings_are_told_where_asked_for() {
    let text = "pub fn BadName() {}";
    let compile = |is_on| GpuCompiler::new().with_warnings(is_on).compile_source(text).unwrap();
    assert!(compile(false).warnings().is_empty());
    let result = compile(true);
    let warnings = result.warnings();
    assert!(result.success && result.diagnostics().is_empty() && warnings.len() == 1);
    assert!(warnings[0].is_warning && warnings[0].code == "non_snake_case" && warnings[0].line == 1);
    assert!(warnings[0].rendered.starts_with("warning: function `BadName` should have a snake case name"));
    assert!(result.warnings_as_json(str::to_string)[0].contains("\"level\":\"warning\""));
}
