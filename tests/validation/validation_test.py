"""The validation programs on this machine: text and JSON say the same, every kernel is right, every stage is there.

Figures below expectation are no failure here: continuous integration's machines are shared.
"""
import json
import os
import re
import subprocess
import sys

PROGRAMS = os.environ["RUSTG_TEST_PROGRAMS"]
SOURCE = os.environ["RUSTG_SOURCE_DIR"]
wrong = []


def check(holds, what):
    if not holds:
        wrong.append(what)


def run(name, *arguments):
    done = subprocess.run([os.path.join(PROGRAMS, name), *arguments], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def fields():
    """The fields of rustg_device_info, as device.h and its list declare them."""
    with open(os.path.join(SOURCE, "include/rustg/device.h"), encoding="utf-8") as header:
        body = re.search(r"typedef struct rustg_device_info \{(.*?)\n\}", header.read(), re.S)[1]
    names = []
    for line in re.sub(r"/\*.*?\*/", "", body, flags=re.S).splitlines():
        if line.strip().endswith(";") and "ATTRIBUTE" not in line:
            names += re.findall(r"(\w+)(?:\[\d+\])?(?=[,;])", line)
    with open(os.path.join(SOURCE, "include/rustg/device_attribute.def"), encoding="utf-8") as rows:
        names += re.findall(r"^ATTRIBUTE\((\w+)", rows.read(), re.M)
    return set(names) - {"struct_size", "backend"} | {"device"}


def rows(name, *arguments):
    status, out, err = run(name, "--json", *arguments)
    # AddressSanitizer says once that it does not know contexts that swap stacks, by which blocks run on the CPU
    said = re.sub(r"==\d+==WARNING: ASan doesn't fully support makecontext/swapcontext.*\n", "", err)
    check(said == "", f"{name} wrote to standard error: {said}")
    told = json.loads(out)
    check(told["program"] == name, f"{name}: names itself {told['program']}")
    counts = {verdict: sum(f["verdict"] == verdict for f in told["findings"]) for verdict in ("ok", "below", "wrong", "skipped")}
    check(all(told[verdict] == n for verdict, n in counts.items()), f"{name}: counts differ from the findings")
    check(status == (1 if counts["wrong"] else 0), f"{name}: exit status {status}")
    for finding in told["findings"]:
        check(finding["verdict"] != "wrong", f"{name}: {finding}")
        check(finding["verdict"] == "ok" or finding["why"], f"{name}: no reason is given: {finding}")
        if "expected" in finding:
            good = finding["value"] <= finding["expected"] if finding["sense"] == "most" else finding["value"] >= finding["expected"]
            check(good == (finding["verdict"] == "ok"), f"{name}: the verdict does not fit the figures: {finding}")
    check(told["devices"][0]["device"] == "cpu", f"{name}: the CPU is not the first device")
    for device in told["devices"]:
        check(set(device) == fields(), f"{name}: fields differ: {set(device) ^ fields()}")
    return told


def on_cpu(told, section):
    return {f["name"] for f in told["findings"] if f["section"] == section and f["device"] in ("cpu", "host")}


devices = rows("device_validation")
kernels = on_cpu(devices, "kernels")
check({"vector_add", "matmul", "elementwise div_c128"} <= kernels and len(kernels) == 28, f"kernels: {sorted(kernels)}")
check(len(on_cpu(devices, "bandwidth")) == 4, "bandwidths of the CPU device")
stages = rows("performance_validation", "--device", "cpu")
check(len(on_cpu(stages, "stages")) == 9, f"stages: {sorted(on_cpu(stages, 'stages'))}")
check(len(on_cpu(stages, "launches")) == 3, "launches of the CPU device")

status, text, _ = run("device_validation", "--device", "cpu")
check(status == 0 and "elementwise abs_c128" in text and " wrong, " in text, "the text report")
check("warp" in text and "theoretical memory bandwidth" in text, "the text report has no device's fields")
status, text, _ = run("device_validation", "--device", "cuda", "--json")
check(status == 0 and all(f["device"] != "cpu" for f in json.loads(text)["findings"]), "--device cuda")
for arguments in (["--what"], ["--device"], ["--device", "moon"]):
    status, out, err = run("device_validation", *arguments)
    check(status == 2 and out == "" and err.startswith("usage: device_validation"), f"a wrong call: {arguments}")
status, out, _ = run("performance_validation", "--help")
check(status == 0 and out.startswith("usage: performance_validation"), "--help")

for what in wrong:
    print(what)
print(f"{len(devices['findings'])} findings of device_validation, {len(stages['findings'])} of performance_validation")
sys.exit(1 if wrong else 0)
