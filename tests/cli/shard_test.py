"""shard_test.py RUSTGC: --shard: parts are together what one run makes, are kept while nothing changed, and are made again where
something did; --format=arrow. Eight parts as an array job of Slurm, one killed and the job begun again, are the bytes of one run; where
Slurm cannot start GNU parallel does it, and else plain processes: a line says which. The programs of examples/shards do the same work, those
of Ray and Spark with stand-ins for the calls that they make where these are not installed."""
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from in_folders import run_each

OK, SOURCE, CALL, MACHINE = 0, 1, 2, 3
N = 8
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples" / "shards"


def run(rustgc, status, *words, **more):
    answer = subprocess.run([rustgc, *map(str, words)], capture_output=True, text=True, timeout=300, **more)
    assert status is None or answer.returncode == status, (words, answer)
    return answer.stdout, answer.stderr


def make_sources(folder="src", n_files=30, n_items=60):
    for i in range(n_files):
        path = Path(folder, "d%d" % (i % 3), "f%02d.rs" % i)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join("fn f%d_%d(x: u32) -> u32 { x + %d }\n" % (i, k, k) for k in range(n_items * (1 + i % 5))))


def shards(rustgc, n, out, *words, status=OK):
    for i in range(1, n + 1):
        run(rustgc, status, *words, f"--shard={i}/{n}", "-o", out)


def state(folder):
    """What tells that a file is the one that was there before."""
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in Path(folder).iterdir()}


def contents(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def together(folder, emit, n):
    return b"".join(Path(folder, f"{emit}.{i}-of-{n}.tsv").read_bytes() for i in range(1, n + 1))


def test_parts_are_the_whole(rustgc):
    make_sources()
    for emit in ("tokens", "ast", "check"):
        whole = run(rustgc, OK, f"--emit={emit}", "--format=tsv", "src")[0].encode()
        for n in (1, 3, 50):  # 50: some are empty
            shards(rustgc, n, f"{emit}{n}", f"--emit={emit}", "--format=tsv", "src")
            assert together(f"{emit}{n}", emit, n) == whole
    # A list of files instead of the folder.
    Path("list.txt").write_text("".join(f"{path}\n" for path in sorted(Path("src").rglob("*.rs"))))
    shards(rustgc, 3, "listed", "--emit=ast", "--format=tsv", "@list.txt")
    assert contents("listed") == contents("ast3")
    sizes = [Path("tokens3", f"tokens.{i}-of-3.tsv").stat().st_size for i in (1, 2, 3)]
    assert min(sizes) > max(sizes) / 2, sizes
    assert not [name for name in state("tokens3") if name.startswith(".") or name.endswith(".lock")]


def test_what_is_done_is_kept(rustgc):
    make_sources()
    call = ["--emit=ast", "--format=npy", "src"]
    shards(rustgc, 3, "out", *call)
    before, bytes_before = state("out"), contents("out")
    assert sum(name.endswith(".kind.npy") for name in before) == 3
    shards(rustgc, 3, "out", *call)
    assert state("out") == before
    # A text of the same size, a damaged output, and a lost one.
    changed = Path("src/d0/f00.rs")
    changed.write_text(changed.read_text().replace("u32", "u64"))
    shards(rustgc, 3, "out", *call)
    after = state("out")
    assert {name for name in after if after[name] != before[name]} == {name for name in after if ".1-of-3." in name}
    changed.write_text(changed.read_text().replace("u64", "u32"))
    Path("out/ast.2-of-3.tok.npy").write_bytes(b"")
    Path("out/ast.3-of-3.next.npy").unlink()
    shards(rustgc, 3, "out", *call)
    assert contents("out") == bytes_before
    # Other calls are other parts.
    shards(rustgc, 3, "out", "--emit=ast", "--format=npy", "--edition=2018", "src")
    assert state("out")["ast.1-of-3.manifest"] != after["ast.1-of-3.manifest"]


def test_status_is_kept(rustgc):
    make_sources(n_files=4)
    Path("src/bad.rs").write_text("fn\n")
    first = run(rustgc, SOURCE, "--emit=tokens", "--format=tsv", "--shard=1/1", "-o", "t", "src/bad.rs", "src", "--emit=ast")[1]
    before = state("t")
    again = run(rustgc, SOURCE, "--emit=tokens", "--format=tsv", "--shard=1/1", "-o", "t", "src/bad.rs", "src", "--emit=ast")[1]
    assert "error" in first and again == "" and state("t") == before
    # What could not be read is tried again.
    run(rustgc, MACHINE, "--emit=ast", "--format=tsv", "--shard=1/1", "-o", "u", "src", "missing.rs")
    assert not state("u")
    Path("missing.rs").write_text("")
    run(rustgc, SOURCE, "--emit=ast", "--format=tsv", "--shard=1/1", "-o", "u", "src", "missing.rs")
    assert set(state("u")) == {"ast.1-of-1.tsv", "ast.1-of-1.manifest"}


def test_wrong_calls(rustgc):
    Path("a.rs").write_text("")
    for value in ("0/3", "4/3", "3", "/3", "1/", "1/x", "-1/3", "1/3/5"):
        assert "is no value of --shard" in run(rustgc, CALL, "--format=tsv", "-o", "d", f"--shard={value}", "a.rs")[1]
    for words, problem in ((["--format=tsv"], "-o DIR"), (["--format=json", "-o", "d"], "tsv, npy and arrow"),
                           (["--emit=ptx", "-o", "d"], "tokens, ast and check"), (["--format=tsv", "-o", "d", "-"], "no input of --shard")):
        assert problem in run(rustgc, CALL, "--shard=1/2", *words, *([] if "-" in words else ["a.rs"]), input="")[1]
    Path("file").write_text("")
    assert "file" in run(rustgc, MACHINE, "--format=tsv", "--shard=1/2", "-o", "file", "a.rs")[1]
    for words, problem in ((["--emit=check", "-o", "x.arrow"], "--emit=tokens and --emit=ast"), (["--emit=ast"], "-o FILE")):
        assert problem in run(rustgc, CALL, "--format=arrow", *words, "a.rs")[1]


def test_arrow(rustgc):
    make_sources()
    run(rustgc, OK, "--emit=ast", "--format=arrow", "-o", "whole.arrow", "src")
    whole = Path("whole.arrow").read_bytes()
    assert whole[:6] == b"ARROW1" == whole[-6:]
    shards(rustgc, 2, "out", "--emit=ast", "--format=arrow", "src")
    before = state("out")
    shards(rustgc, 2, "out", "--emit=ast", "--format=arrow", "src")
    assert state("out") == before and set(before) == {f"ast.{i}-of-2.{end}" for i in (1, 2) for end in ("arrow", "manifest")}
    run(rustgc, OK, "--emit=ast", "--format=arrow", "-o", "again", "--shard=1/1", "src")
    assert Path("again/ast.1-of-1.arrow").read_bytes() == whole
    run(rustgc, MACHINE, "--emit=ast", "--format=arrow", "-o", "missing/x.arrow", "src")


# ---- many processes ----

class Slurm:
    """A cluster of this machine alone, in a folder."""

    def __init__(self, folder):
        self.folder, self.daemons = Path(folder).resolve(), []
        for name in ("state", "spool"):
            Path(self.folder, name).mkdir(parents=True)
        ports = []
        for _ in range(2):
            with socket.socket() as listener:
                listener.bind(("127.0.0.1", 0))
                ports.append(listener.getsockname()[1])
        user, host = os.environ.get("USER") or "root", socket.gethostname().split(".")[0]
        Path(self.folder, "slurm.conf").write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
MailProg=/bin/true
NodeName={host} NodeAddr=127.0.0.1 CPUs={N} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""")
        self.env = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf"), "PATH": os.environ["PATH"] + ":/usr/sbin"}

    def __enter__(self):
        for daemon in ("slurmctld", "slurmd"):
            log = open(self.folder / f"{daemon}.log", "wb")
            self.daemons.append(subprocess.Popen([daemon, "-D"], env=self.env, stdout=log, stderr=log))
            log.close()
        for _ in range(100):
            answer = subprocess.run(["sinfo", "-h", "-o", "%T"], env=self.env, capture_output=True, text=True, timeout=60)
            if "idle" in answer.stdout:
                return self
            time.sleep(0.2)
        self.__exit__()
        raise OSError("its daemons do not come up: " + answer.stdout + answer.stderr)

    def __exit__(self, *_):
        for daemon in self.daemons:
            daemon.terminate()
        for daemon in self.daemons:
            daemon.wait(timeout=60)

    def run_all(self, command):
        script = self.folder / "job.sh"
        script.write_text("#!/bin/sh\n" + command.replace("SHARD", "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT") + "\n")
        self.submit(script)

    def submit(self, *words):
        """Runs an array job of N tasks to its end."""
        words = ["sbatch", "--parsable", f"--array=1-{N}", "--output=/dev/null", *words]
        job = subprocess.run(words, env=self.env, capture_output=True, text=True, timeout=60, check=True).stdout.strip()
        until = time.monotonic() + 300
        while subprocess.run(["squeue", "-h", "-j", job], env=self.env, capture_output=True, text=True, timeout=60).stdout.strip():
            assert time.monotonic() < until, "the job does not end"
            time.sleep(0.1)


class Parallel:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def run_all(self, command):
        subprocess.run(["parallel", "-j", str(N), command.replace("SHARD", "{}/%d" % N), ":::", *map(str, range(1, N + 1))],
                       capture_output=True, timeout=300)

    def submit(self, *words):
        for i in range(1, N + 1):
            subprocess.run(["sh", *words], env={**os.environ, "SLURM_ARRAY_TASK_ID": str(i), "SLURM_ARRAY_TASK_COUNT": str(N)},
                           capture_output=True, timeout=300)


class Processes(Parallel):
    def run_all(self, command):
        started = [subprocess.Popen(command.replace("SHARD", f"{i}/{N}"), shell=True) for i in range(1, N + 1)]
        for process in started:
            process.wait(timeout=300)


def cluster():
    """The machines, begun, and their name."""
    if shutil.which("sbatch") and shutil.which("slurmd", path=os.environ["PATH"] + ":/usr/sbin"):
        try:
            return Slurm("slurm").__enter__(), "Slurm"
        except (OSError, subprocess.SubprocessError) as problem:
            print(f"Slurm cannot start here: {problem}")
    return (Parallel(), "GNU parallel") if shutil.which("parallel") else (Processes(), "plain processes")


# Does a part; the fifth is killed while it writes.
KILLER = """part=$1
shift
case $part in 5/*) ;; *) exec "$@" --shard=$part ;; esac
file=out/.part-tokens.5-of-${part#*/}.tsv
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    "$@" --shard=$part &
    process=$!
    while [ ! -s $file ] && kill -0 $process 2>/dev/null; do :; done
    kill -KILL $process 2>/dev/null && [ -s $file ] && { wait $process; [ $? -eq 137 ] && [ -s $file ] && exit 137; }
    wait $process
    rm -f out/tokens.5-of-*
done
"""


def test_many(rustgc):
    make_sources(n_files=40, n_items=1500)
    call = ["--emit=tokens", "--format=tsv", "-j1", "src"]
    whole = run(rustgc, OK, *call)[0].encode()
    Path("killer.sh").write_text(KILLER)
    words = " ".join([os.path.abspath(rustgc), *call, "-o out"])
    machines, name = cluster()
    with machines:
        machines.run_all(f"cd {os.getcwd()} && sh killer.sh SHARD {words}")
        before = state("out")
        assert f".part-tokens.5-of-{N}.tsv" in before and f"tokens.5-of-{N}.manifest" not in before, before
        kept = {name: mark for name, mark in before.items() if not name.startswith(".") and not name.endswith(".lock")}
        assert len(kept) == 2 * (N - 1), before
        machines.run_all(f"cd {os.getcwd()} && {words} --shard=SHARD")
        after = state("out")
        assert len(after) == 2 * N and all(after[name] == mark for name, mark in kept.items()), after
        assert together("out", "tokens", N) == whole
        machines.run_all(f"cd {os.getcwd()} && {words} --shard=SHARD")
        assert state("out") == after
        os.environ["PATH"] = f"{Path(rustgc).resolve().parent}:{os.environ['PATH']}"
        if isinstance(machines, Slurm):
            machines.env["PATH"] = f"{Path(rustgc).resolve().parent}:{machines.env['PATH']}"
        machines.submit(EXAMPLES / "slurm.sh", Path("src").resolve(), Path("trees").resolve())
    shards(rustgc, N, "plain", "--emit=ast", "--format=arrow", Path("src").resolve())
    assert contents("trees") == contents("plain")
    print(f"eight parts by {name}")


# What the examples ask of Ray and Spark, with their meaning: tasks are called, and each partition's lines go through a process.
STAND_INS = {"ray": """class Task:
    def __init__(self, call):
        self.remote = lambda *words: call(*words)
def remote(**options):
    assert options == {"num_cpus": 1, "max_retries": 3}
    return Task
def init():
    pass
def get(tasks):
    return tasks
""", "pyspark": "", "pyspark/sql": r"""import shlex, subprocess
class SparkSession:
    class builder:
        def appName(name):
            return SparkSession.builder
        def getOrCreate():
            return SparkSession()
    def stop(self):
        pass
    @property
    def sparkContext(self):
        return self
    def parallelize(self, values, n):
        self.lines = [f"{value}\n" for value in values]
        return self
    def pipe(self, command):
        runs = [subprocess.run(shlex.split(command), input=line, capture_output=True, text=True) for line in self.lines]
        self.lines = [line for run in runs for line in run.stdout.splitlines()]
        return self
    def collect(self):
        return self.lines
"""}


def test_examples(rustgc):
    make_sources("my src", n_files=9)
    Path("my src/bad.rs").write_text("fn\n")
    shards(rustgc, N, "plain", "--emit=ast", "--format=arrow", "my src", status=None)
    for name, text in STAND_INS.items():
        path = Path("modules", name, "__init__.py") if not find_spec(name.split("/")[0]) else Path("unused", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    env = {**os.environ, "PATH": f"{Path(rustgc).resolve().parent}:{os.environ['PATH']}", "PYTHONPATH": "modules"}
    for program in ("ray_parts.py", "spark_parts.py"):
        for _ in range(2):
            words = [sys.executable, EXAMPLES / program, "my src", "out", str(N)]
            answer = subprocess.run(words, capture_output=True, text=True, env=env, timeout=300)
            assert answer.returncode == 0 and answer.stdout.endswith(f"{N} parts, worst status 1\n"), answer
            assert contents("out") == contents("plain")
        shutil.rmtree("out")


def test_killed_arrays(rustgc):
    """Arrays of a part that was killed and begun again are those of one that was not."""
    make_sources(n_files=20, n_items=400)
    for form in ("npy", "arrow"):
        call = [rustgc, "--emit=tokens", f"--format={form}", "-j1", "--shard=1/2", "src", "-o"]
        subprocess.run([*call, f"{form}_plain"], check=True, timeout=300)
        for _ in range(20):
            shutil.rmtree(form, ignore_errors=True)
            process = subprocess.Popen([*call, form])
            while process.poll() is None and not any(path.name.startswith(".part-") for path in Path(form).glob(".*")):
                pass
            process.kill()
            if process.wait() == -signal.SIGKILL and not Path(form, "tokens.1-of-2.manifest").exists():
                break
        else:
            raise AssertionError("the part was always done before it could be killed")
        subprocess.run([*call, form], check=True, timeout=300)
        assert contents(form) == contents(f"{form}_plain")


def test_two_for_one_part(rustgc):
    """Two processes for the same part: one makes it, the other waits and finds it."""
    make_sources(n_items=400)
    words = [rustgc, "--emit=ast", "--format=tsv", "--shard=1/1", "-o", "out", "src"]
    both = [subprocess.Popen(words) for _ in range(4)]
    assert [process.wait(timeout=120) for process in both] == [OK] * 4
    assert set(state("out")) == {"ast.1-of-1.tsv", "ast.1-of-1.manifest"}
    assert Path("out/ast.1-of-1.tsv").read_text() == run(rustgc, OK, "--emit=ast", "--format=tsv", "src")[0]


run_each(globals())
