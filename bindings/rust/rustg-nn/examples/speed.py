"""What examples/speed.rs measures, in PyTorch: speed.py [compile]."""
import statistics
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

torch.set_grad_enabled(False)
wrap = torch.compile if 'compile' in sys.argv else lambda f: f


def seconds(work):
    times = []
    for call in range(9):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(20):
            work()
        torch.cuda.synchronize()
        if call >= 2:
            times.append((time.perf_counter() - start) / 20)
    return statistics.median(times)


n, columns = 1 << 26, 1024
for dtype in (torch.float32, torch.bfloat16):
    a = torch.randn(n // columns, columns, device='cuda').to(dtype)
    b = torch.randn_like(a)
    norm = nn.LayerNorm(columns).cuda().to(dtype)
    cases = [
        ('copy: a + 1', 2, lambda a, b: a + 1),
        ('relu(3 a + b)', 3, lambda a, b: F.relu(3 * a + b)),
        ('tanh(a b + a) sigmoid(b)', 3, lambda a, b: (a * b + a).tanh() * b.sigmoid()),
        ('gelu(a + b)', 3, lambda a, b: F.gelu(a + b, approximate='tanh')),
        ('layer norm of rows of 1024', 2, lambda a, b: norm(a)),
        ('softmax of rows of 1024', 2, lambda a, b: a.softmax(-1)),
        ('sum of all', 1, lambda a, b: (a * a).sum()),
        ('sum of columns', 1, lambda a, b: a.sum(0)),
    ]
    for name, moved, f in cases:
        g = wrap(f)
        t = seconds(lambda: g(a, b))
        print(f'{name:28} {str(dtype)[6:]:9} {t * 1e6:8.1f} us  {moved * n * a.element_size() / t * 1e-9:7.1f} GB/s')
for dtype in (torch.float32, torch.bfloat16):
    width, batch = 1024, 8192
    layers = []
    for _ in range(4):
        layers += [nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(approximate='tanh')]
    net = nn.Sequential(*layers, nn.Linear(width, 1000)).cuda().to(dtype)
    x = torch.randn(batch, width, device='cuda').to(dtype)
    labels = torch.randint(0, 1000, (batch,), device='cuda')
    optimizer = torch.optim.AdamW(net.parameters(), 1e-4, foreach=True)
    g = wrap(net)

    def step():
        with torch.enable_grad():
            optimizer.zero_grad()
            F.cross_entropy(g(x), labels).backward()
        optimizer.step()

    t = seconds(step)
    print(f'training step, 4 x {width}, {batch} rows {str(dtype)[6:]} {t * 1e6:8.1f} us')
for dtype in (torch.float32, torch.bfloat16):
    x = torch.randn(4096, 4096, device='cuda').to(dtype)
    t = seconds(lambda: x @ x)
    print(f'product of 4096 {str(dtype)[6:]} {t * 1e6:8.1f} us  {2 * 4096**3 / t * 1e-12:7.1f} TFLOP/s')
