"""known_lints_test.py: src/sema/lints/lint_known.def has the lints and groups of `rustc -W help`, of rustc 1.95.

Argument: --update writes the list. Exit code 77: there is no rustc 1.95 here."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", Path(__file__).resolve().parents[2]))
LIST = SOURCE / "src/sema/lints/lint_known.def"
ALIASES = {"bad_style": "nonstandard_style"}  # of groups; -W help does not name them
HEAD = """\
/* lint_known.def: rustc 1.95's lints, and which groups they are in, those included that rustg does not have.
 * known_lints_test.py compares it with `rustc -W help` and writes it (--update).
 *
 * KNOWN_LINT(name)
 * KNOWN_MEMBER(group, name)   the group has the lint */
#ifndef KNOWN_LINT
#define KNOWN_LINT(name)
#endif
#ifndef KNOWN_MEMBER
#define KNOWN_MEMBER(group, name)
#endif
"""


def listed(said):
    """What -W help says: the lints, and (group, member)."""
    lints, _, groups = said.partition("Lint groups provided by rustc:")
    names = {m[1].replace("-", "_") for m in re.finditer(r"^ +([a-z][a-z0-9-]*)  (?:allow|warn|deny|forbid) ", lints, re.M)}
    members = set()
    for m in re.finditer(r"^ +([a-z][a-z0-9-]*)  ([a-z0-9-]+(?:, [a-z0-9-]+)*)$", groups, re.M):
        members |= {(m[1].replace("-", "_"), name.replace("-", "_")) for name in m[2].split(", ")}
    members |= {(alias, name) for alias, of in ALIASES.items() for group, name in members if group == of}
    return names, members


def main():
    rustc = shutil.which("rustc")
    if not rustc or " 1.95." not in subprocess.run([rustc, "--version"], capture_output=True, text=True).stdout:
        print("skipped: there is no rustc 1.95 here")
        return 77
    names, members = listed(subprocess.run([rustc, "-W", "help"], capture_output=True, text=True, check=True).stdout)
    assert len(names) > 200 and ("unused", "unused_mut") in members, (len(names), len(members))
    text = HEAD + "".join(f'KNOWN_LINT("{name}")\n' for name in sorted(names))
    text += "".join(f'KNOWN_MEMBER("{group}", "{name}")\n' for group, name in sorted(members))
    text += "#undef KNOWN_LINT\n#undef KNOWN_MEMBER\n"
    if "--update" in sys.argv:
        LIST.write_text(text)
    same = LIST.exists() and LIST.read_text() == text
    print(f"{len(names)} lints, {len(members)} members of groups" if same else "FAIL lint_known.def: rustc says something else; --update writes it")
    return not same


if __name__ == "__main__":
    sys.exit(main())
