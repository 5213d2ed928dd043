"""compare_warnings.py: what rustg and rustc warn of in rustc's own programs.

    compare_warnings.py RUSTGC [--every N] [--only TEXT] [--lint NAME] [--show N] [--least PERCENT] [--extra PERCENT]

Programs are those of the suites that tests/pipeline/suites makes of rustc's tests (RUSTG_ORACLE_DIR), which both accept or
refuse by lints alone, and those of tests/pipeline/run and examples/kernels. All of each warning of the lints of
src/sema/lints/lint.def is compared, as warn_test.py does. Prints, for each lint, how many warnings both have, how many
rustc alone and how many rustg alone; --show that many of the differences. It fails where less than --least percent of the
programs agree in all, or more than --extra percent of rustg's warnings are not rustc's. Exit 77: rustc or the oracle is
not here."""
import argparse
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "pipeline/suites")]
import rustc_files  # noqa: E402
from reject_test import SOURCE, by_rustc, std_for_rustc  # noqa: E402
from warn_test import LINTS, by_rustg, told  # noqa: E402

SKIPPED = 77


def programs(options):
    """(name, text) of each program, which says its edition in its first line."""
    for folder in ("tests/pipeline/run", "examples/kernels"):
        for i, path in enumerate(sorted((SOURCE / folder).rglob("*.rs"))):
            if i % options.every == 0:
                yield str(path.relative_to(SOURCE)), path.read_text()
    found, _ = rustc_files.cases(Path(os.environ["RUSTG_ORACLE_DIR"]) / "src", options.every)
    for case in found:
        text = case.source().replace("\nmod rustg_suite ", "\npub mod rustg_suite ")  # a kernel is used wherever it is
        yield f"{case.suite}/{case.name}", f"// edition {case.edition}\n{text}"


def only_lints(json_lines):
    """Whether all that is refused is refused by lints."""
    rows, _ = told(json_lines)
    return json_lines.count('"level":"error"') <= sum(row[3] == "error" for row in rows) + json_lines.count('"aborting due to')


class Comparison:
    def __init__(self, options, std, folder):
        self.options, self.std, self.folder = options, std, folder
        self.both, self.missing, self.extra, self.n_agree, self.n = Counter(), Counter(), Counter(), 0, 0
        self.shown = []

    def rows_of(self, program):
        """What each says; None: one of them refuses it for something else."""
        name, text = program
        own = self.folder / f"{abs(hash(name)):x}"
        own.mkdir()
        path = own / "test.rs"
        path.write_text(text, newline="")
        status, here = by_rustg(self.options.rustgc, path)
        if status not in (0, 1) or not only_lints(here):
            return name, None
        there = by_rustc(self.std, path, own)
        if not only_lints(there):
            return name, None
        return name, [[row for row in told(said)[0] if self.options.lint in ("", row[2])] for said in (here, there)]

    def add(self, name, rows):
        if rows is None:
            return
        here, there = rows
        self.n += 1
        self.n_agree += here == there
        same = [row for row in here if row in there]
        self.both.update(row[2] for row in same)
        for what, alone, counts in (("rustg", here, self.extra), ("rustc", there, self.missing)):
            for row in alone:
                if row not in same:
                    counts[row[2]] += 1
                    self.shown.append(f"{name}: {what} alone: {row}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rustgc")
    for name, kind, default in (("every", int, 1), ("only", str, ""), ("lint", str, ""), ("show", int, 0),
                                ("least", float, 0), ("extra", float, 100)):
        parser.add_argument("--" + name, type=kind, default=default)
    options = parser.parse_args()
    if not os.environ.get("RUSTG_ORACLE_DIR"):
        print("skipped: RUSTG_ORACLE_DIR does not name the oracle's folder")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        std = std_for_rustc(Path(name) / "target")
        if std is None:
            print("skipped: there is no rustc here")
            return SKIPPED
        compared = Comparison(options, std, Path(name))
        taken = [one for one in programs(options) if options.only in one[0]]
        with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            for one in pool.map(compared.rows_of, taken):
                compared.add(*one)
    for line in compared.shown[:options.show]:
        print(line)
    for lint in sorted(LINTS):
        print(f"{lint}: {compared.both[lint]} alike, {compared.missing[lint]} rustc's alone, "
              f"{compared.extra[lint]} rustg's alone")
    n_extra, n_all = compared.extra.total(), compared.extra.total() + compared.both.total()
    agree, extra = 100 * compared.n_agree / max(compared.n, 1), 100 * n_extra / max(n_all, 1)
    print(f"{compared.n_agree} of {compared.n} programs agree, {agree:.1f}%; {extra:.1f}% of rustg's warnings are not rustc's")
    return compared.n == 0 or agree < options.least or extra > options.extra


if __name__ == "__main__":
    sys.exit(main())
