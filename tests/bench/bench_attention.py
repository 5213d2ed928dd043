#!/usr/bin/env python3
"""rustg_attention beside cuDNN's and FlashAttention-2 as PyTorch calls them, in the same run on random data.

    RUSTG_LIBRARY=librustg.so bench_attention.py [PASSES [forward|backward]]

Wants PyTorch with CUDA. A line a shape, of attention or (backward) of its gradients: TFLOP/s, medians of PASSES (15)
times of five calls one after another, and the greatest error of an element against f64 over the bound that attention.h
states, where the shape is small enough; of gradients over the greatest element instead."""
import ctypes
import math
import statistics
import sys
from pathlib import Path

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings" / "python"))
from rustg import _c  # noqa: E402
from rustg._library import ready  # noqa: E402

EACH = 5
PEERS = {"cuDNN": SDPBackend.CUDNN_ATTENTION, "FlashAttention-2": SDPBackend.FLASH_ATTENTION}
SHAPES = [(torch.bfloat16, 128, causal, batch, 16, 16, length) for causal in (False, True)
          for batch, length in ((16, 1024), (8, 2048), (4, 4096), (2, 8192), (1, 16384))]
SHAPES += [(torch.bfloat16, 64, causal, batch, 32, 32, length) for causal in (False, True)
           for batch, length in ((16, 1024), (4, 4096), (1, 16384))]
SHAPES += [(torch.float16, 128, causal, 1, 16, 16, 16384) for causal in (False, True)]
SHAPES += [(torch.bfloat16, 128, causal, 2, 32, 8, 4096) for causal in (False, True)]
lib = ready()
error = _c.rustg_error()
context, stream = ctypes.c_void_p(), ctypes.c_void_p()


def good(status):
    if status:
        sys.exit(error.message.decode())


def heads(tensor):
    buffer = ctypes.c_void_p()
    n_bytes = 2 * (1 + sum((n - 1) * step for n, step in zip(tensor.shape, tensor.stride())))
    good(lib.rustg_buffer_wrap(context, tensor.data_ptr(), n_bytes, ctypes.byref(buffer), ctypes.byref(error)))
    return _c.rustg_heads(buffer=buffer, batch_stride=tensor.stride(0), head_stride=tensor.stride(1),
                          row_stride=tensor.stride(2))


def options_of(q, k, causal, log_sums=None):
    return _c.rustg_attention_options(
        struct_size=ctypes.sizeof(_c.rustg_attention_options), backend=_c.RUSTG_ATTENTION_OWN,
        element=_c.RUSTG_ELEMENT_BF16 if q.dtype == torch.bfloat16 else _c.RUSTG_ELEMENT_F16, n_batch=q.shape[0],
        n_heads=q.shape[1], n_kv_heads=k.shape[1], n_queries=q.shape[2], n_keys=k.shape[2], head_size=q.shape[3],
        is_causal=causal, log_sums=log_sums)


def own(q, k, v, o, causal, log_sums=None):
    places = [heads(tensor) for tensor in (q, k, v, o)]
    options = options_of(q, k, causal, log_sums)
    info = _c.rustg_attention_info(struct_size=ctypes.sizeof(_c.rustg_attention_info))
    arguments = [ctypes.byref(x) for x in (options, *places, info, error)]
    return lambda: good(lib.rustg_attention(stream, *arguments)), info


def own_backward(q, k, v, o, gradient, causal):
    log_sums = ctypes.c_void_p()
    good(lib.rustg_buffer_allocate(context, 4 * q.shape[0] * q.shape[1] * q.shape[2], stream, ctypes.byref(log_sums),
                                   ctypes.byref(error)))
    own(q, k, v, o, causal, log_sums)[0]()
    results = [torch.full_like(tensor, math.nan) for tensor in (q, k, v)]
    tensors = _c.rustg_attention_gradients(ctypes.sizeof(_c.rustg_attention_gradients),
                                           *map(heads, (q, k, v, o, gradient, *results)))
    options = options_of(q, k, causal, log_sums)
    info = _c.rustg_attention_info(struct_size=ctypes.sizeof(_c.rustg_attention_info))
    arguments = [ctypes.byref(x) for x in (options, tensors, info, error)]
    return lambda: good(lib.rustg_attention_backward(stream, *arguments)), info, results


def worst_backward(q, k, v, gradient, results, causal):
    """The greatest difference of each gradient from that of f64, over the greatest element."""
    if q.shape[0] * q.shape[1] * q.shape[2] * k.shape[2] > 1 << 28:
        return "-"
    sharing = q.shape[1] // k.shape[1]
    exact = [tensor.detach().double().requires_grad_() for tensor in (q, k, v)]
    keys, values = (tensor.repeat_interleave(sharing, 1) for tensor in exact[1:])
    scores = exact[0] @ keys.transpose(-1, -2) / math.sqrt(q.shape[3])
    if causal:
        scores = scores.masked_fill(torch.ones_like(scores[0, 0], dtype=torch.bool).triu(1), -math.inf)
    (torch.softmax(scores, -1) @ values).backward(gradient.double())
    return " ".join(f"{((own.double() - tensor.grad).abs().max() / tensor.grad.abs().max()).item():.4f}"
                    for own, tensor in zip(results, exact))


def worst(q, k, v, o, causal):
    if q.shape[0] * q.shape[1] * q.shape[2] * k.shape[2] > 1 << 30:
        return "-"
    sharing, unit = q.shape[1] // k.shape[1], 2.0 ** (-8 if q.dtype == torch.bfloat16 else -11)
    most = 0.0
    for batch in range(q.shape[0]):
        keys, values = (x[batch].double().repeat_interleave(sharing, 0) for x in (k, v))
        scores = q[batch].double() @ keys.transpose(-1, -2) / math.sqrt(q.shape[3])
        if causal:
            scores = scores.masked_fill(torch.ones_like(scores[0], dtype=torch.bool).triu(1), -math.inf)
        weights = torch.softmax(scores, -1)
        exact, size = weights @ values, weights @ values.abs()
        most = max(most, ((o[batch].double() - exact).abs() / (unit * (1.5 * size + exact.abs()))).max().item())
    return f"{most:.3f}"


def median_times(runs, passes):
    times = {name: [] for name in runs}
    for n in range(passes + 2):
        for name, run in runs.items():
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            run()
            begin.record()
            for _ in range(EACH):
                run()
            end.record()
            torch.cuda.synchronize()
            if n >= 2:
                times[name].append(begin.elapsed_time(end) / EACH)
    return {name: statistics.median(all_times) for name, all_times in times.items()}


def main():
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    torch.manual_seed(1)
    torch.zeros(1, device="cuda")
    good(lib.rustg_context_open(_c.RUSTG_BACKEND_CUDA, 0, None, ctypes.byref(context), ctypes.byref(error)))
    good(lib.rustg_stream_wrap(context, torch.cuda.current_stream().cuda_stream, ctypes.byref(stream),
                               ctypes.byref(error)))
    print(torch.cuda.get_device_name(0), "PyTorch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
    for shape in SHAPES:
        measure(shape, passes, len(sys.argv) > 2 and sys.argv[2] == "backward")


def peers_of(q, k, v, gradient, causal, is_backward):
    runs = {}
    for name, backend in PEERS.items():
        def forward(backend=backend):
            with sdpa_kernel(backend):
                return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal,
                                                                        enable_gqa=q.shape[1] != k.shape[1])
        try:
            out = forward()
            if is_backward:
                def backward(out=out):
                    torch.autograd.grad(out, (q, k, v), gradient, retain_graph=True)
                backward()
                runs[name] = backward
            else:
                runs[name] = forward
        except RuntimeError as refused:
            print(f"{name}: {refused}")
    return runs


def measure(shape, passes, is_backward, peers=True):
    dtype, size, causal, batch, n_heads, kv_heads, length = shape
    q, k, v, o, gradient = (torch.randn(batch, length, n, size, device="cuda", dtype=dtype).transpose(1, 2)
                            for n in (n_heads, kv_heads, kv_heads, n_heads, n_heads))
    if is_backward:
        run, info, results = own_backward(q, k, v, o, gradient, causal)
    else:
        run, info = own(q, k, v, o, causal)
    run()
    error_found = worst_backward(q, k, v, gradient, results, causal) if is_backward else worst(q, k, v, o, causal)
    if is_backward:
        q, k, v = (tensor.requires_grad_() for tensor in (q, k, v))
    runs = {"own": run, **(peers_of(q, k, v, gradient, causal, is_backward) if peers else {})}
    work = (2 if causal else 4) * batch * n_heads * length * length * size * (2.5 if is_backward else 1)
    rates = {name: 1e-9 * work / time for name, time in median_times(runs, passes).items()}
    print(f"{'backward ' if is_backward else ''}{dtype} head {size} {'causal' if causal else 'full'} "
          f"{batch} x {n_heads} ({kv_heads}) x {length}:",
          ", ".join(f"{name} {rate:.0f}" for name, rate in rates.items()),
          f"({info.kernel.decode()}, error {error_found})", flush=True)


if __name__ == "__main__":
    main()
