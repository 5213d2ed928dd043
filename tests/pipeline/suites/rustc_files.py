"""The programs of rustc's own suites, each as a kernel: which files are taken, and what is added to them.

A case has a suite, a name, an edition, a text and what rustc says of it. RULES tell what is left out, by the text
without its comments and strings or, for those that begin with //@, by the test's directives."""
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

LINT_DEF = Path(__file__).resolve().parents[3] / 'src/sema/lints/lint.def'
KERNEL = 'rustg_suite__suite'
RULES = [
    ('unstable features', r'#!\[\s*feature|#!\[cfg_attr\([^\]]*feature\('),
    ('other crates', r'//@ *(aux-|proc-macro|add-minicore)'),
    ('revisions', r'//@ *revisions'),
    ('flags of rustc or of the run', r'//@ *(compile-flags: *(?!--edition)|exec-env|run-flags|rustc-env|unset-|'
                                     r'force-host|'
                                     r'incremental|check-run-results|failure-status|known-bug|'
                                     r'ignore-(test|x86_64|linux|64bit|auxiliary|pass))'),
    ('other machines', r'//@ *(only-(?!linux|unix|x86_64|64bit)|needs-(?!unwind))'),
    ('more than one file', r'^\s*(pub(\([^)]*\))? )?mod \w+;|\binclude(_str|_bytes)?!|#\[path|\bpath = '),
    ('heap types', r'\b(Vec|vec|String|Box|Rc|Arc|format|alloc|Cow|ToString|to_string|ToOwned|to_owned|to_vec|'
                   r'into_owned|(Hash|BTree)(Map|Set)|hash_map|VecDeque|LinkedList|BinaryHeap|C(Str|String)|'
                   r'Os(Str|String)|Path(Buf)?|concat\(\))\b'),
    ('threads, processes and input', r'\b(thread|Mutex|RwLock|Condvar|mpsc|Once(Lock|Cell)?|Lazy(Lock|Cell)|process|'
                                     r'Command|File|env|option_env|catch_unwind|thread_local|Instant|SystemTime|libc|io|'
                                     r'fs|net|set_hook)\b'),
    ('objects without dyn', r'bare_trait_objects'),
    ('async', r'\b(async|await|Future|Waker|Pin|gen)\b'),
    ('other languages', r'\bextern\s*("[^"]*")?\s*\{|\b(global_|naked_)?asm!|#\[link|#!\[no_(core|main)\]|'
                        r'\bextern crate (?!core|std)'),
]
LINTS = set(re.findall(r'^LINT\w*\(\w+, "(\w+)"', LINT_DEF.read_text(), re.M))
PLACES_MATTER = {'location_const_line', 'dyn_type_name'}  # lines and paths of the file that the test stands in
PRINTS_MATTER = {'macros/conditional-debug-macro-on.rs'}  # what it prints ends it
PRINTS_TELL = {'closures/issue-22864-1.rs'}  # what it prints tells a type
FIRST_ITEM = re.compile(r'(?:#!(?!\s*\[).*)?(?:\s|#!\[(?:[^\[\]]|\[[^\]]*\])*\])*')
# The crate's own main. A kernel is of no operating system, nor of its host's architecture: a main of these alone is none.
MAIN = re.compile(r'^[ \t]*(#\[cfg\((?:all\()?(?:target_(?:arch|os|family)|unix|windows)\b[^\]]*\)\]\s*)?'
                  r'[\w()" ]*\bfn main\s*\(\s*\)|\bas main\b', re.M)
COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\[^u]|\\u\{\w+\}|\\x\w\w|[^\'\\\n])\'', re.S)


@dataclass
class Case:
    suite: str  # run-pass, run-fail, check-pass, must-fail or coretests
    name: str
    edition: int
    text: str
    has_main: bool = True
    panics: bool = False

    def source(self):
        """The program with a kernel that writes 1 behind a call of main. It prints nothing: that is not compared."""
        call = 'let _ = super::main(); ' if self.has_main else ''
        text = self.text
        is_kept = self.suite == 'must-fail' or self.name in PRINTS_TELL or made_errors(bare(text))
        prints = [] if is_kept else sorted(set(re.findall(r'\be?print(?:ln)?(?=!)', bare(text))))
        if prints:
            at = FIRST_ITEM.match(bare(text)).end()
            silent = ''.join(f'#[allow(unused_macros)] macro_rules! {p} {{ ($($t:tt)*) => {{ () }} }} ' for p in prints)
            text = text[:at] + silent + text[at:]
        kernel = (f'mod rustg_suite {{ use rustg_std::prelude::*; #[kernel] pub fn suite(mut out: GridMut<u64>) '
                  f'{{ let t = thread::index(); {call}out[t] = 1; }} }}\n')
        if text.rstrip().rpartition('\n')[2].startswith('///'):  # which would be the kernel's
            return kernel + text
        return f'{text}\n{kernel}'


def bare(text):
    """The text without what comments and strings say, at the same lengths."""
    def blank(m):
        s = m.group(0)
        return re.sub(r'[^\n]', ' ', s) if s[0] == '/' else s[0] + re.sub(r'[^\n]', ' ', s[1:-1]) + s[-1]
    return COMMENT_OR_STRING.sub(blank, text)


def made_errors(code):
    """The lints that attributes deny or forbid."""
    return {name.strip() for m in re.finditer(r'#!?\[\s*(?:deny|forbid)\(([^)]*)\)', code) for name in m[1].split(',')}


def left_out(text, suite):
    """The first rule that leaves a program out, or None."""
    code = bare(text)
    for reason, pattern in RULES:
        if re.search(pattern, text if pattern.startswith('//@') else code, re.M):
            return reason
    if suite == 'must-fail' and made_errors(code) - LINTS - {''}:
        return 'lints that rustg does not have, made errors'
    return None


def edition(text):
    found = re.search(r'^//@ *edition:? *(\d+)|^//@ *compile-flags: *--edition[= ](\d+)', text, re.M)
    return int(found.group(1) or found.group(2)) if found else 2015


def ui_suite(text):
    if re.search(r'^//@ *run-pass', text, re.M):
        return 'run-pass'
    if re.search(r'^//@ *run-fail', text, re.M):
        return 'run-fail'
    if re.search(r'^//@ *(check|build)-pass', text, re.M):
        return 'check-pass'
    return 'must-fail' if re.search(r'//~[\^|v]* *(ERROR|E\d{4})', text) else None


def is_taken(path, every):
    return crc32(path.encode()) % every == 0


def ui_cases(source, every, counts):
    """The cases of tests/ui; counts gets what is left out."""
    root = source / 'tests' / 'ui'
    for path in sorted(root.rglob('*.rs')):
        if 'auxiliary' in path.parts or not is_taken(str(path.relative_to(root)), every):
            continue
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        suite = ui_suite(text)
        if suite is None:
            continue
        reason = left_out(text, suite)
        if reason:
            counts[suite, reason] += 1
            continue
        if str(path.relative_to(root)) in PRINTS_MATTER:
            counts[suite, 'printing that matters'] += 1
            continue
        main = any(not of_some_machines for of_some_machines in MAIN.findall(bare(text)))
        if suite.startswith('run') and not main:
            counts[suite, 'no main'] += 1
            continue
        has_main = main and suite != 'must-fail'
        yield Case(suite, str(path.relative_to(root)), edition(text), text, has_main, suite == 'run-fail')


# Items of a file of library/coretests, by their brackets.

@dataclass
class Item:
    text: str
    code: str  # without comments and strings
    kind: str
    names: set
    is_test: bool = False


NEEDS_SEMICOLON = re.compile(
    r'\s*(#!?\[[^\]]*\]\s*)*(pub\s*(\([^)]*\)\s*)?)?(use|const (?!fn|unsafe)|static)\b')


def items(text):
    code, found, start, depth, i = bare(text), [], 0, 0, 0
    def add(end):
        nonlocal start
        found.append(make_item(text[start:end], code[start:end]))
        start = end
    while i < len(code):
        c = code[i]
        if c in '([{':
            depth += 1
        elif c in ')]}':
            depth -= 1
            if depth == 0 and c == '}' and not NEEDS_SEMICOLON.match(code[start:i]):
                add(i + 1)
        elif c == ';' and depth == 0:
            add(i + 1)
        i += 1
    return found


def make_item(text, code):
    body = re.sub(r'^\s*(#!?\[(?:[^\[\]]|\[[^\]]*\])*\]\s*)*', '', code)
    body = re.sub(r'^pub\s*(\([^)]*\)\s*)?', '', body)
    m = re.match(r'macro_rules!\s*(\w+)', body)
    if m:
        return Item(text, code, 'macro', {m.group(1)})
    m = re.match(r'(?:(?:const|unsafe|async|extern(?:\s*"[^"]*")?)\s+)*'
                 r'(fn|struct|enum|union|trait|type|const|static|mod)\s+(?:mut\s+)?(\w+)', body)
    if m:
        test = m.group(1) == 'fn' and re.search(r'#\[test\]', code) is not None
        return Item(text, code, m.group(1), {m.group(2)}, test)
    if re.match(r'use\b', body):
        names = set(re.findall(r'(\w+)\s*(?=[,};]|$)', body)) | ({'*'} if '*' in body else set())
        return Item(text, code, 'use', names)
    if re.match(r'(unsafe\s+)?impl\b', body):
        return Item(text, code, 'impl', set(re.findall(r'\w+', body.split('{')[0])))
    return Item(text, code, 'other', set())


def words(item):
    return set(re.findall(r'\w+', item.code))


def needed(test, all_items):
    """The items that a test names, and those that these name."""
    defined = {n for i in all_items if i.kind not in ('use', 'impl', 'other') for n in i.names}
    kept, names = [test], words(test)
    grew = True
    while grew:
        grew = False
        for item in all_items:
            if any(item is k for k in kept) or item.kind == 'other' or item.is_test:
                continue
            own = item.names & defined if item.kind == 'impl' else item.names
            if own & names or '*' in item.names:
                kept.append(item)
                grew = True
                if item.kind != 'use':
                    names |= words(item)
    return [i for i in all_items if any(i is k for k in kept)]


OF_CRATE = re.compile(r'\s*(?:pub\s+)?use (super|crate)::')


def core_cases(source, every, counts):
    """The #[test] functions of library/coretests, each with the items that it needs."""
    root = source / 'library' / 'coretests' / 'tests'
    for path in sorted(root.rglob('*.rs')):
        own = items(path.read_text())
        shared = []
        if any(i.kind == 'use' and 'super::' in i.code for i in own):
            parent = path.parent / 'mod.rs'
            if parent.exists() and parent != path:
                shared = [i for i in items(parent.read_text()) if not i.is_test and i.kind != 'mod']
        tests = {min(i.names): i for i in own if i.is_test}  # of two with one name, cfg takes one
        for test in [i for i in tests.values() if is_taken(f'{path.name}::{min(i.names)}', every)]:
            rest = [i for i in own if not i.is_test and not OF_CRATE.match(i.code)]
            text = ''.join(i.text for i in needed(test, shared + rest + [test])).lstrip('\n')
            name = next(iter(test.names))
            reason = 'places that matter' if name in PLACES_MATTER else left_out(text, 'coretests')
            if reason:
                counts['coretests', reason] += 1
                continue
            text = text.replace('#[test]', '', 1) if text.count('#[test]') == 1 else re.sub(r'#\[test\]', '', text)
            text = re.sub(r'#\[should_panic[^\]]*\]', '', text)
            text = f'{text}\nfn main() {{ {name}(); }}\n'
            panics = '#[should_panic' in test.code
            yield Case('coretests', f'{path.relative_to(root)}::{name}', 2024, text, panics=panics)


def cases(source, every=1):
    """One case of so many, and how many programs each rule leaves out of a suite."""
    counts = Counter()
    found = list(ui_cases(source, every, counts)) + list(core_cases(source, every, counts))
    return found, counts
