//! CUDA devices, in front of the fake driver of tests/runtime/fake_cuda: work is done there when somebody waits for it, as late as a driver
//! may, so a wait that is forgotten shows each time. Elsewhere these tests do nothing.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rustg::*;

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

type FakeKernel = extern "C" fn(*const c_char, *const c_uint, c_uint, *const u64);

fn fake(name: &CStr) -> Option<*mut c_void> {
    const LAZY: c_int = 1;
    // SAFETY: names that end with a 0; the library stays open.
    let symbol = unsafe {
        let library = dlopen(c"libcuda.so.1".as_ptr(), LAZY);
        if library.is_null() { return None } else { dlsym(library, name.as_ptr()) }
    };
    Some(symbol).filter(|symbol| !symbol.is_null())
}

/// The fake's first device.
fn device() -> Option<Device> {
    if fake(c"rustg_fake_live").is_none() {
        eprintln!("skipped: the driver is not the fake one");
        return None;
    }
    Some(Device::cuda(0).unwrap())
}

fn n_calls(function: &CStr) -> u32 {
    let symbol = fake(c"rustg_fake_calls").unwrap();
    // SAFETY: fake_cuda_calls_fn.
    let calls: extern "C" fn(*const c_char) -> u32 = unsafe { std::mem::transmute(symbol) };
    calls(function.as_ptr())
}

#[test]
fn devices_of_the_driver() {
    let Some(device) = device() else { return };
    assert!(device == Device::cuda(0).unwrap() && device == Device::best().unwrap() && device.fallback().is_none());
    assert!(device != Device::cuda(1).unwrap());
    let info = device.info().unwrap();
    assert_eq!((info.limits.shared_bytes_per_block_optin, info.limits.max_block_z, info.peers), (232448, 64, 2));
    assert_eq!(info.uuid[15], 15);
    assert_eq!(device.stream_priorities().unwrap(), -5..=0);
    assert_eq!(device.stream_with_priority(-9).unwrap().priority(), -5);
}

#[test]
fn raw_handles_of_the_driver() {
    let Some(device) = device() else { return };
    let stream = device.stream().unwrap();
    // SAFETY: the context and the stream are the device's, which outlives these.
    let (foreign, wrapped) = unsafe {
        (
            Device::from_raw(device.as_raw(), DeviceOptions::default()).unwrap(),
            Stream::from_raw(&device, stream.as_raw()).unwrap(),
        )
    };
    assert!(foreign != device && foreign.as_raw() == device.as_raw() && foreign.backend() == Backend::Cuda);
    assert!(!stream.as_raw().is_null() && wrapped.as_raw() == stream.as_raw());
    assert!(!device.event().unwrap().as_raw().is_null());
    let buffer = wrapped.upload(&[1u32, 2, 3]).unwrap();
    // SAFETY: the memory is buffer's, which outlives this one.
    let alias = unsafe { Buffer::<u32>::from_raw(&foreign, buffer.as_raw(), 3) }.unwrap();
    stream.wait().unwrap(); // whoever shares memory tells when it is written
    assert_eq!(foreign.stream().unwrap().download(&alias).unwrap(), [1, 2, 3]);
}

#[test]
fn graphs_are_waited_for() {
    let Some(device) = device() else { return };
    let mut stream = device.stream().unwrap();
    let n = Arc::new(AtomicU32::new(0));
    let mut x = stream.upload(&[1u32, 2, 3]).unwrap();
    let mut y = stream.zeros::<u32>(3).unwrap();
    let (x, y) = (x.hold(), y.hold());
    let counted = n.clone();
    let graph = stream
        .capture(|work| {
            work.copy(x, y)?;
            work.write(vec![7, 8, 9], x)?;
            work.call(move || {
                counted.fetch_add(1, Ordering::Relaxed);
            })
        })
        .unwrap();
    graph.launch(&stream).unwrap();
    graph.launch(&stream).unwrap();
    assert_eq!(n.load(Ordering::Relaxed), 0);
    drop(graph); // and with it what its work reads
    assert_eq!((n.load(Ordering::Relaxed), Arc::strong_count(&n)), (2, 1));
    assert_eq!(stream.download(y).unwrap(), [7, 8, 9]);
}

#[test]
fn the_host_is_called_when_the_stream_gets_there() {
    let Some(device) = device() else { return };
    let stream = device.stream().unwrap();
    let n = Arc::new(AtomicU32::new(0));
    let counted = n.clone();
    stream.call(move || counted.store(5, Ordering::Relaxed)).unwrap();
    assert_eq!(n.load(Ordering::Relaxed), 0);
    stream.wait().unwrap();
    assert_eq!((n.load(Ordering::Relaxed), Arc::strong_count(&n)), (5, 1));
}

#[test]
fn managed_memory_is_waited_for() {
    let Some(device) = device() else { return };
    let stream = device.stream().unwrap();
    let mut managed = ManagedBuffer::<u32>::zeros(&device, 4).unwrap();
    stream.write(&[1, 2, 3, 4], managed.as_slice_mut()).unwrap();
    assert_eq!(managed.map().unwrap(), [1, 2, 3, 4]);
    assert!(n_calls(c"cuMemAllocManaged") > 0);
}

#[test]
fn splits_over_two_devices() {
    let Some(device) = device() else { return };
    let split = Split::open(&[device, Device::cuda(1).unwrap()]).unwrap();
    let values: Vec<u64> = (0..7).collect();
    let buffer = split.upload(&values, 1, Place::Parts).unwrap();
    assert_eq!((buffer.part(0).unwrap().len(), buffer.part(1).unwrap().len()), (4, 3));
    assert_eq!(buffer.download().unwrap(), values);
    assert_eq!(split.stream(1).unwrap().download(buffer.part(1).unwrap()).unwrap(), [4, 5, 6]);
}

#[test]
fn copies_are_profiled() {
    let Some(_) = device() else { return };
    let options = DeviceOptions { is_apart: true, ..Default::default() };
    let device = Device::open(Backend::Cuda, 0, options).unwrap();
    let stream = device.stream().unwrap();
    let profiler = device.profile().unwrap();
    let buffer = stream.upload(&[1u8; 100]).unwrap();
    stream.download(&buffer).unwrap();
    let rows = profiler.rows().unwrap();
    for activity in [Activity::CopyTo, Activity::CopyFrom] {
        let row = rows.iter().find(|row| row.activity == activity).unwrap();
        assert_eq!((row.n, row.n_bytes), (1, 100));
    }
}

static FIRST: AtomicU64 = AtomicU64::new(0);

extern "C" fn keeps_the_first(_: *const c_char, _: *const c_uint, _: c_uint, parameters: *const u64) {
    // SAFETY: the fake gives as many as it is told of.
    FIRST.store(unsafe { *parameters }, Ordering::Relaxed);
}

#[test]
fn parts_of_buffers_go_to_kernels_of_images() {
    let Some(device) = device() else { return };
    let symbol = fake(c"rustg_fake_run").unwrap();
    // SAFETY: what fake_cuda_internal.h declares.
    let run: extern "C" fn(Option<FakeKernel>, c_uint) = unsafe { std::mem::transmute(symbol) };
    run(Some(keeps_the_first), 1);
    let stream = device.stream().unwrap();
    let module =
        Module::from_image(&device, b".version 8.0\n.target sm_75\n.visible .entry k(.param .u64 a)\n").unwrap();
    let buffer = stream.upload(&[1.0f64, 2.0, 3.0, 4.0]).unwrap();
    let part = buffer.slice(3..4).unwrap();
    // SAFETY: the fake's kernel looks at the address alone.
    unsafe { module.kernel("k").unwrap().launch_unchecked(&stream, 1, (part,)).unwrap() };
    stream.wait().unwrap();
    run(None, 0);
    assert_eq!(FIRST.load(Ordering::Relaxed), buffer.as_raw() + 24);
}
