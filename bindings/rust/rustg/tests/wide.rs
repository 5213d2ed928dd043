//! What is beside compiling and launching: graphs, profiles, splits, raw handles, memory, histories, options, arrays.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rustg::*;

const KERNELS: &str = "
    use rustg_std::prelude::*;

    #[kernel]
    pub fn add(by: u32, mut y: GridMut<u32>) {
        let i = thread::index();
        if i < y.len() {
            y[i] += by;
        }
    }

    #[kernel]
    pub fn sums(x: &[u32], mut y: GridMut<u32>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = x[i] + y[i];
        }
    }

    #[kernel]
    pub fn beyond(at: usize, x: &[u32], mut y: GridMut<u32>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = x[at];
        }
    }";

fn apart() -> Device {
    Device::open(Backend::Cpu, 0, DeviceOptions { is_apart: true, ..Default::default() }).unwrap()
}

#[test]
fn graphs() {
    let device = Device::best().unwrap();
    let mut stream = device.stream().unwrap();
    let module = Module::from_source(&device, KERNELS).unwrap();
    let (add, sums) = (module.kernel("add").unwrap(), module.kernel("sums").unwrap());
    let n_calls = Arc::new(AtomicU64::new(0));
    let mut x = stream.upload(&[1u32, 2, 3]).unwrap();
    let mut y = stream.zeros::<u32>(3).unwrap();
    let (held_x, held_y) = (x.hold(), y.hold());
    assert!(held_x.len() == 3 && !held_x.is_empty());
    let counted = n_calls.clone();
    let graph = stream
        .capture(|work| {
            work.write(vec![10, 20, 30], held_y)?;
            work.launch(&sums, 3, (held_x, held_y))?;
            work.launch(&add, 3, (100u32, held_y))?;
            work.copy(held_y, held_x)?;
            work.clear(held_y)?;
            work.call(move || {
                counted.fetch_add(1, Ordering::Relaxed);
            })
        })
        .unwrap();
    assert_eq!(stream.download(held_x).unwrap(), [1, 2, 3]); // nothing was done yet
    graph.launch(&stream).unwrap();
    let other = device.stream().unwrap();
    graph.launch(&other).unwrap();
    assert_eq!(other.download(held_x).unwrap(), [221, 242, 263]);
    assert_eq!(stream.download(held_y).unwrap(), [0; 3]);
    assert!(sums.launch(&stream, 3, (held_y, held_y)).is_err()); // one buffer twice
    drop(graph);
    assert_eq!(n_calls.load(Ordering::Relaxed), 2);
    let error = stream.capture(|_| Err(Module::from_source(&device, "fn (").unwrap_err())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Source);
    let panicked =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| stream.capture(|_| panic!("in a capture"))));
    assert!(panicked.is_err());
    stream.wait().unwrap(); // the capture ended all the same
    assert_eq!(Arc::strong_count(&n_calls), 1);
}

#[test]
fn profiles() {
    let device = apart();
    let stream = device.stream().unwrap();
    let profiler = device.profile().unwrap();
    let module = Module::from_source(&device, KERNELS).unwrap();
    let mut y = stream.upload(&[1u32; 100]).unwrap();
    {
        let _range = profiler.range("three times").unwrap();
        for _ in 0..3 {
            module.kernel("add").unwrap().launch(&stream, 100, (1u32, &mut y)).unwrap();
        }
    }
    let rows = profiler.rows().unwrap();
    let add = rows.iter().find(|row| (row.activity, row.name.as_str()) == (Activity::Kernel, "add")).unwrap();
    assert_eq!((add.n, add.n_bytes), (3, 1200));
    assert!(add.seconds_min <= add.seconds_max && add.seconds_max <= add.seconds_total);
    assert!(rows.iter().any(|row| row.activity == Activity::CopyTo && row.n_bytes == 400));
    assert!(rows.iter().any(|row| (row.activity, row.name.as_str()) == (Activity::Range, "three times")));
    assert!(rows.iter().any(|row| row.activity == Activity::Compile));
    assert!(profiler.text().contains("three times") && profiler.trace().contains("\"add\""));
    assert!(profiler.range("a\0b").is_err());
}

#[test]
fn splits() {
    let devices = [apart(), apart(), apart()];
    let kernel = |device: &Device, name: &str| Module::from_source(device, KERNELS).unwrap().kernel(name).unwrap();
    let sums: Vec<Kernel> = devices.iter().map(|device| kernel(device, "sums")).collect();
    let split = Split::open(&devices).unwrap();
    assert_eq!((split.n_parts(), split.range(7, 0).unwrap(), split.range(7, 2).unwrap()), (3, 0..3, 5..7));
    assert!(split.range(7, 3).is_err() && split.stream(3).is_none());
    let x: Vec<u32> = (0..14).collect();
    let x = split.upload(&x, 2, Place::Parts).unwrap();
    let mut y = split.zeros::<u32>(7, 2, Place::Parts).unwrap();
    y.write(&[5; 14]).unwrap();
    split.launch(&sums, 7, 2, &[SplitArgument::read(&x), SplitArgument::write(&mut y)]).unwrap();
    split.wait().unwrap();
    assert_eq!(y.download().unwrap(), (5..19).collect::<Vec<u32>>());
    assert_eq!((y.n_items(), y.item_len(), y.part(2).unwrap().len()), (7, 2, 4));
    let part = split.stream(1).unwrap().download(y.part(1).unwrap()).unwrap();
    assert_eq!(part, [11, 12, 13, 14]);
    let whole = split.upload(&[9u32], 1, Place::Whole).unwrap();
    assert_eq!(whole.part(2).unwrap().len(), 1);
    assert!(split.upload(&[1u32, 2, 3], 2, Place::Parts).is_err());
    let wrong = split.launch(&sums, 7, 2, &[SplitArgument::value(&1u32), SplitArgument::write(&mut y)]);
    assert!(wrong.unwrap_err().message().contains("argument 0: `x: &[u32]`"));
    assert!(split.launch(&sums[..2], 7, 2, &[]).is_err());
    // a panic of one part is told
    let beyond: Vec<Kernel> = devices.iter().map(|device| kernel(device, "beyond")).collect();
    let arguments = [SplitArgument::first::<usize>(), SplitArgument::read(&x), SplitArgument::write(&mut y)];
    split.launch(&beyond, 7, 2, &arguments).unwrap();
    let error = split.wait().unwrap_err();
    assert!(error.kind() == ErrorKind::Panic && error.message().contains("kernel `beyond` panicked"), "{error}");
}

#[test]
fn raw_handles() {
    let device = Device::cpu().unwrap();
    assert!(device.as_raw().is_null());
    // SAFETY: on the CPU a stream is null.
    let stream = unsafe { Stream::from_raw(&device, std::ptr::null_mut()) }.unwrap();
    assert!(stream.as_raw().is_null() && device.event().unwrap().as_raw().is_null());
    let mut memory = [1u32, 2, 3];
    // SAFETY: the array outlives the buffer, and is not used meanwhile.
    let mut buffer = unsafe { Buffer::<u32>::from_raw(&device, memory.as_mut_ptr() as u64, 3) }.unwrap();
    assert_eq!((buffer.n_bytes(), buffer.as_raw()), (12, memory.as_ptr() as u64));
    buffer.note_use(&stream, true).unwrap();
    let module = Module::from_source(&device, KERNELS).unwrap();
    let add = module.kernel("add").unwrap();
    assert!(add.as_raw().is_null() && add.limits().unwrap().max_threads == 1024);
    assert!(add.occupancy(0).unwrap().0 >= 32);
    add.launch(&stream, 3, (10u32, &mut buffer)).unwrap();
    stream.wait().unwrap();
    drop(buffer);
    assert_eq!(memory, [11, 12, 13]);
    // SAFETY: refused.
    unsafe {
        assert!(Buffer::<u32>::from_raw(&device, 0, 3).is_err());
        assert!(Stream::from_raw(&device, 8 as *mut _).is_err());
        assert!(Device::from_raw(std::ptr::null_mut(), DeviceOptions::default()).is_err());
    }
    assert_eq!(PinnedBuffer::of(&device, &[1u16, 2]).unwrap().n_bytes(), 4);
}

#[test]
fn devices_are_equal_and_mix() {
    let (one, two, other) = (Device::cpu().unwrap(), Device::cpu().unwrap(), apart());
    assert!(one == two && one != other);
    let (first, second) = (one.stream().unwrap(), two.stream().unwrap());
    let mut y = first.upload(&[1u32, 2]).unwrap();
    let module = Module::from_source(&two, KERNELS).unwrap();
    module.kernel("add").unwrap().launch(&second, 2, (1u32, &mut y)).unwrap();
    assert_eq!(first.download(&y).unwrap(), [2, 3]);
    assert!(module.kernel("add").unwrap().launch(&other.stream().unwrap(), 2, (1u32, &mut y)).is_err());
    assert!(!one.is_lost() && one.ordinal() == 0);
    one.synchronize().unwrap();
    assert_eq!(one.stream_priorities().unwrap(), 0..=0);
    assert_eq!(one.stream_with_priority(-2).unwrap().priority(), 0);
    let info = one.info().unwrap();
    assert_eq!((info.limits.max_threads_per_block, info.limits.shared_bytes_per_block), (1024, 227 << 10));
    assert!(info.peers == 0 && info.uuid == [0; 16] && info.l2_bytes >= 0);
    let interfaces = unsupported_interfaces();
    assert!(interfaces.iter().any(|(name, reason)| *name == "Vulkan" && !reason.is_empty()));
    assert!(engine_missing().is_some() || cuda_missing().is_none());
}

static LOGGED: AtomicU64 = AtomicU64::new(0);

#[test]
fn memory() {
    let log: MemoryLog = |n_bytes, _| {
        LOGGED.fetch_add(n_bytes.unsigned_abs(), Ordering::Relaxed);
    };
    let device = Device::open(Backend::Cpu, 0, DeviceOptions { memory_log: Some(log), ..Default::default() }).unwrap();
    let stream = device.stream().unwrap();
    drop(stream.zeros::<u8>(1000).unwrap());
    assert_eq!(LOGGED.load(Ordering::Relaxed), 2000);
    let stats = device.memory();
    assert_eq!((stats.n_allocations, stats.n_releases, stats.n_buffers, stats.peak_bytes), (1, 1, 0, 1000));
    assert!(stats.reserved_bytes >= 1000);
    device.trim(0).unwrap();
    assert_eq!(device.memory().reserved_bytes, 0);
    device.set_memory_limit(10).unwrap();
    assert_eq!(stream.zeros::<u8>(11).unwrap_err().kind(), ErrorKind::DeviceMemory);
    device.set_memory_limit(0).unwrap();
    let mut managed = ManagedBuffer::<u32>::zeros(&device, 4).unwrap();
    assert!(managed.len() == 4 && !managed.is_empty());
    managed.map().unwrap().copy_from_slice(&[1, 2, 3, 4]);
    let module = Module::from_source(&device, KERNELS).unwrap();
    module.kernel("add").unwrap().launch(&stream, 4, (1u32, managed.as_slice_mut())).unwrap();
    assert_eq!(managed.map().unwrap(), [2, 3, 4, 5]);
}

#[test]
fn calls_of_the_host() {
    let device = Device::best().unwrap();
    let stream = device.stream().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    for i in 0..3 {
        let seen = seen.clone();
        stream.call(move || seen.lock().unwrap().push(i)).unwrap();
    }
    stream.call(|| panic!("in a call")).unwrap(); // which nobody is told of
    stream.wait().unwrap();
    assert_eq!(*seen.lock().unwrap(), [0, 1, 2]);
    assert_eq!(Arc::strong_count(&seen), 1);
}

#[test]
fn errors_are_told_whole() {
    let device = Device::cpu().unwrap();
    let text = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f32>) {\n    a;\n    y.lenn();\n}\n";
    let error = Module::from_source(&device, text).unwrap_err();
    let messages: Vec<_> = error.diagnostics().iter().map(|row| (row.code, row.line, row.message.as_str())).collect();
    assert_eq!(messages[0], ("E0425", 4, "cannot find value `a` in this scope"));
    assert!(messages.len() == 2 && messages[1].2.contains("no method named `lenn`"), "{messages:?}");
    let shown = format!("{error:?}");
    for words in ["Source: cannot find value `a`", "--> source.rs:4:5", "5 |     y.lenn();", "error[E0599]"] {
        assert!(shown.contains(words), "{words} is not in {shown}");
    }
    assert!(!shown.contains("\\n"), "{shown}");
    let module = Module::from_source(&device, KERNELS).unwrap();
    let stream = device.stream().unwrap();
    let x = stream.zeros::<u32>(2).unwrap();
    let mut y = stream.zeros::<u32>(2).unwrap();
    module.kernel("beyond").unwrap().launch(&stream, 2, (7usize, &x, &mut y)).unwrap();
    let error = stream.wait().unwrap_err();
    assert_eq!(error.panic_message(), Some("index out of bounds: the len is 2 but the index is 7"));
    let shown = error.to_string();
    for words in [
        "kernel `beyond` panicked",
        "--> source.rs:24:20\n   |\n24 |             y[i] = x[at];\n   |                    ^",
    ] {
        assert!(shown.contains(words), "{words} is not in {shown}");
    }
    for kind in [ErrorKind::Argument, ErrorKind::NoNvrtc, ErrorKind::Cuda, ErrorKind::Deadlock, ErrorKind::Io] {
        assert!(!kind.hint().is_empty() && !kind.text().is_empty());
    }
    // the crate's own checks have a hint too
    assert!(x.slice(3..4).unwrap_err().hint().is_some());
    let counted = |category| error_counts().into_iter().find(|row| row.0 == category).unwrap().1;
    let before = counted("usage");
    assert!(module.kernel("none of these").is_err());
    assert!(counted("usage") > before);
    let is_kept = || error_history().iter().any(|error| error.message().contains("none of these"));
    assert!(is_kept());
    clear_error_history();
    assert!(!is_kept());
    assert!(explain("E0502").unwrap().contains("borrow") && explain("E9999").is_none());
    let unclosed = GpuCompiler::new().parse_source("fn f( {").unwrap();
    assert!(!unclosed.diagnostics()[0].kind.is_empty());
    let wanted = GpuCompiler::new().parse_source("struct S { x y }").unwrap();
    let diagnostics = wanted.diagnostics();
    assert!(diagnostics.iter().any(|row| !row.expected.is_empty()), "{diagnostics:?}");
    assert!(wanted.render(DiagnosticFormat::Json, false).starts_with("{\"$message_type\":\"diagnostic\""));
    assert_eq!(wanted.render(DiagnosticFormat::Short, false).lines().count(), diagnostics.len());
}

#[test]
fn runs_on_host_memory() {
    let result = GpuCompiler::new().compile_source(KERNELS).unwrap();
    for target in [Target::Cpu, Target::Interpreter] {
        let (x, mut y) = ([1u32, 2, 3], [10u32, 20, 30]);
        let arguments = [HostArgument::slice(&x), HostArgument::slice_mut(&mut y)];
        result.run("sums", target, [1, 1, 1], [4, 1, 1], &arguments).unwrap();
        assert_eq!(y, [11, 22, 33]);
        let arguments = [HostArgument::value(&3usize), HostArgument::slice(&x), HostArgument::slice_mut(&mut y)];
        let error = result.run("beyond", target, [1, 1, 1], [1, 1, 1], &arguments).unwrap_err();
        assert_eq!((error.kind(), error.line()), (ErrorKind::Panic, Some(24)));
        assert_eq!(error.panic_message(), Some("index out of bounds: the len is 3 but the index is 3"));
        let wrong = [HostArgument::value(&1.0f32), HostArgument::slice_mut(&mut y)];
        assert!(result.run("add", target, [1, 1, 1], [1, 1, 1], &wrong).unwrap_err().message().contains("`by: u32`"));
    }
    assert!(result.run("none", Target::Cpu, [1, 1, 1], [1, 1, 1], &[]).is_err());
}

#[test]
fn compiler_options() {
    let session = Session::new(1 << 30).unwrap();
    let seen = Arc::new(AtomicU64::new(0));
    let counted = seen.clone();
    let compiler =
        GpuCompiler::new().with_session(&session).with_batch_bytes(1 << 16).with_progress(move |done, all| {
            counted.store(done, Ordering::Relaxed);
            done <= all
        });
    let text = "fn f() {}\n".repeat(10000);
    let result =
        compiler.parse_sources([Source::new("a.rs", text.as_str()), Source::new("b.rs", text.as_str())]).unwrap();
    assert_eq!((seen.load(Ordering::Relaxed), result.batches().len()), (200_000, 2));
    drop(result);
    assert!(session.kept_bytes() > 0);
    session.trim(0);
    assert_eq!(session.kept_bytes(), 0);
    trim_memory(1 << 40);
    assert!(kept_memory() < 1 << 40);
    let cancelled = GpuCompiler::new().with_progress(|_, _| false).parse_source(&text).unwrap_err();
    assert_eq!(cancelled.kind(), ErrorKind::Cancelled);

    let reader = |path: &str| path.ends_with("inner.rs").then(|| b"pub fn two() -> u32 { 2 }".to_vec());
    let kernels = "use rustg_std::prelude::*;\nmod inner;\n#[kernel]\npub fn k(mut y: GridMut<u32>) { let i = thread::index(); if i < y.len() { y[i] = inner::two(); } }";
    assert!(passes().contains(&"gvn"));
    let compiler = GpuCompiler::new()
        .with_mod_reader(reader)
        .with_verified_passes(true)
        .with_max_registers(32)
        .with_c_compiler_limits(60, 4096)
        .with_dump_after("gvn")
        .with_outputs(&[Output::Dump, Output::OptimizedIr, Output::TypedBodies]);
    let result = compiler.compile_source(kernels).unwrap().into_result().unwrap();
    for output in [Output::Dump, Output::OptimizedIr, Output::TypedBodies] {
        assert!(!result.output(output, 0).unwrap().is_empty(), "{output:?}");
    }
    let alone = kernels.replace("mod inner;\n", "").replace("inner::two()", "2");
    let ptx = GpuCompiler::new().with_own_ptx(true).with_outputs(&[Output::Ptx]).compile_source(&alone).unwrap();
    assert!(ptx.into_result().unwrap().output(Output::Ptx, 0).unwrap().starts_with(b".version"));
    assert!(
        GpuCompiler::new().with_dump_after("no pass").with_outputs(&[Output::Dump]).compile_source(kernels).is_err()
    );
    let all = GpuCompiler::new().with_engine(Engine::Cuda).with_all_devices().with_arrays_on_device(true);
    let some = GpuCompiler::new().with_engine(Engine::Cuda).with_devices([0, 0]);
    for compiler in [all, some] {
        assert!(compiler.parse_source("fn f() {}").is_ok() || engine_missing().is_some());
    }
    assert!(version() == VERSION);
}

#[test]
fn caches() {
    let info = cache_info().unwrap();
    assert!(info.limit_bytes > 0 || !info.is_enabled);
    // Not that of whoever runs the tests by hand.
    if std::env::var_os("RUSTG_CACHE_DIR").is_some() {
        clear_cache().unwrap();
    }
}

#[test]
fn arrays() {
    let result = GpuCompiler::new().parse_source("fn one(x: u8) -> u8 { x + 1u8 }").unwrap();
    let batch = result.batches().next().unwrap();
    let (tokens, ast) = (batch.tokens().unwrap(), batch.ast().unwrap());
    assert_eq!(tokens.kinds.len(), result.n_tokens as usize + 2); // slot 0 and the end
    assert_eq!(ast.kinds.len(), result.n_nodes as usize + 1);
    assert!(tokens.flags.len() == tokens.ends.len() && ast.parents.len() == ast.toks.len());
    assert_eq!(batch.device_tokens().unwrap_err().kind(), ErrorKind::NoCuda);
    assert_eq!(batch.device_ast().unwrap_err().kind(), ErrorKind::NoCuda);
    let arrow = result.arrow(ArrowTable::Tokens, 0).unwrap();
    assert!(arrow.len() > 10 && !arrow.is_empty());
    let (mut schema, mut array) = result.arrow(ArrowTable::Ast, 0).unwrap().into_raw();
    assert_eq!(array.n_children, schema.n_children);
    // SAFETY: ours to release, once.
    unsafe {
        schema.release.unwrap()(&mut schema);
        array.release.unwrap()(&mut array);
    }
    assert!(result.arrow(ArrowTable::Tokens, 7).is_err());
    let path = std::env::temp_dir().join(format!("rustg_wide_{}.arrow", std::process::id()));
    result.write_arrow(ArrowTable::Files, &path).unwrap();
    assert!(std::fs::read(&path).unwrap().starts_with(b"ARROW1"));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(result.write_arrow(ArrowTable::Files, "/no/such/folder/a").unwrap_err().kind(), ErrorKind::Io);

    let file = result.files().next().unwrap();
    let last = file.tokens().iter().find(|token| token.kind == TokenKind::Int).unwrap();
    assert_eq!((last.suffix(), last.kind.class()), (&b"u8"[..], TokenClass::Literal));
    let root = file.ast().unwrap().root();
    let item: AstNode = root.children().next().unwrap();
    assert_eq!(
        (item.kind(), item.kind().class(), item.n_children()),
        (NodeKind::ItemFn, NodeClass::Item, item.children().count())
    );
    assert_eq!(item.span(), 0..file.bytes().len());
    assert_eq!(file.tokens().get(item.name_token().unwrap()).unwrap().text, b"one");
    assert!(root.name_token().is_none());
    let mut cursor = root.cursor();
    while cursor.advance() {}
    assert!(cursor.to_parent() && cursor.depth() > 0 && !cursor.clone().to_first_child() || cursor.to_first_child());
    for (number, kind) in TokenKind::ALL.iter().enumerate() {
        let same = kind.name().replace('_', "").eq_ignore_ascii_case(&format!("{kind:?}"));
        assert!(*kind as usize == number && same, "{kind:?}");
    }
    assert_eq!(NodeKind::ALL.len(), sys::RUSTG_N_AST_KINDS as usize);
    assert!(NodeKind::ALL.iter().all(|kind| kind.name() == format!("{kind:?}")));
    assert_eq!(TokenKind::ALL.len(), sys::RUSTG_N_TOKEN_KINDS as usize);
    assert!(TokenKind::KwFn.spelling() == "fn" && TokenKind::KwFn.class() == TokenClass::Keyword);
    let bf16_type = ElementType(<bf16 as Element>::ELEMENT);
    assert_eq!(
        (bf16_type.name(), bf16_type.size(), bf16_type.dlpack(), bf16_type.numpy()),
        ("bf16", 2, Some((4, 16)), 'V')
    );
    assert_eq!(ElementType(sys::RUSTG_ELEMENT_STRUCT).dlpack(), None);
}

#[test]
fn cuda_without_a_device() {
    let options = CudaOptions::new()
        .with_arch("sm_80")
        .with_debug_info(true)
        .with_max_registers(64)
        .with_optimization(2)
        .with_fast_math(true)
        .with_define("N=3")
        .with_header("n.h", "#define M (N + 1)")
        .with_option("--std=c++17");
    match compile_cuda("#include \"n.h\"\n__global__ void k(int *y) { y[M] = N; }", "k.cu", &options, false) {
        Ok(code) => assert!(String::from_utf8_lossy(&code.bytes).contains(".entry") && code.log.is_empty()),
        Err(error) => assert_eq!(error.kind(), ErrorKind::NoNvrtc),
    }
    let device = Device::cpu().unwrap();
    let error = Module::from_cuda_with(&device, "", "k.cu", &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Argument);
    assert_eq!(Module::load_file(&device, "no such file").unwrap_err().kind(), ErrorKind::Io);
}

#[test]
fn signatures_of_cuda() {
    let text = "#define T float\n__global__ void k(const T *x, int n) {}\n";
    match CudaSignatures::read(text, "k.cu", &CudaOptions::new()) {
        Ok(signatures) => {
            let functions = signatures.functions();
            let [k] = &functions[..] else { panic!("{functions:?}") };
            assert!(k.name == "k" && k.symbol.contains('k') && k.line == 2 && k.unread.is_none());
            assert_eq!(k.params.iter().map(|param| param.size).collect::<Vec<_>>(), [4, 4]);
            let device = Device::cpu().unwrap();
            let module = Module::from_source(&device, KERNELS).unwrap();
            assert_eq!(module.use_signatures(signatures).unwrap_err().kind(), ErrorKind::Argument);
        }
        Err(error) => assert_eq!(error.kind(), ErrorKind::NoCompiler),
    }
}

#[test]
fn sources_of_folders() {
    let folder = std::env::temp_dir().join(format!("rustg_sources_{}", std::process::id()));
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::write(folder.join("Cargo.toml"), "[package]\nname = \"a\"\nedition = \"2018\"\n").unwrap();
    std::fs::write(folder.join("src/one.rs"), "fn one() {}").unwrap();
    std::fs::write(folder.join("src/two.rs"), "fn two() {}").unwrap();
    let options = FindOptions { excludes: vec!["two.rs".into()], ..Default::default() };
    let found: Found = find_sources(&[&folder], &options).unwrap();
    let [one] = &found.sources[..] else { panic!("{found:?}") };
    let one: &FoundSource = one;
    assert!(one.name.ends_with("src/one.rs") && one.edition == 2018 && one.is_in_folder && one.path == 0);
    let problems: &[FindProblem] = &found.problems;
    assert!(problems.is_empty() && one.n_bytes == 11);
    assert_eq!(GpuCompiler::new().parse_files([&one.name]).unwrap().files().count(), 1);
    let wrong = FindOptions { edition: 1999, ..Default::default() };
    assert_eq!(find_sources(&[&folder], &wrong).unwrap_err().kind(), ErrorKind::Argument);
    assert_eq!(content_digest(b"abc")[..4], [0xba, 0x78, 0x16, 0xbf]);
    std::fs::remove_dir_all(folder).unwrap();
}
