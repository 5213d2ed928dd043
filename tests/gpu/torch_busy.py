"""A stream of torch's that is surely busy, for tests that nothing waits for it."""
import torch


def occupy(stream):
    """What keeps a stream busy for a second or so, by products whose time is measured."""
    a, b = (torch.full((4096, 4096), 2.0 ** -12, device="cuda") for _ in range(2))
    out = torch.empty_like(a)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        for _ in range(2):  # the first one loads code
            start.record()
            torch.mm(a, b, out=out)
            end.record()
    torch.cuda.synchronize()
    count = min(max(int(500 / max(start.elapsed_time(end), 0.01)), 1), 500)

    def occupied():
        for _ in range(count):
            torch.mm(a, b, out=out)
    return occupied
