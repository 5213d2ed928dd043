"""Parts of a folder's trees as tasks of Ray: ray_parts.py FOLDER OUT N. OUT is a directory that all machines see. A task whose machine is
lost is tried again; of what was done before nothing is done again."""
import subprocess
import sys

import ray

folder, out, n = sys.argv[1], sys.argv[2], int(sys.argv[3])


@ray.remote(num_cpus=1, max_retries=3)
def part(i):
    words = ["rustgc", f"--shard={i}/{n}", "-j1", "--emit=ast", "--format=arrow", "-o", out, folder]
    return subprocess.run(words).returncode  # 0, or 1 where a source has errors


ray.init()
statuses = ray.get([part.remote(i) for i in range(1, n + 1)])
print(f"{n} parts, worst status {max(statuses)}")
sys.exit(max(statuses) > 1)
