"""scale_test.py RUSTGC [N | million] [SHAPE..]: time and memory of a kernel compile grow about in proportion to the source.

Each shape of source is compiled with N and with 4 N parts (default: 500; of those in LARGE more, because a square of small
cost shows there only), and those in NATIVE with half as many to code for the CPU as well, and those in OPTIMIZED through the optimizer: beyond what the smallest source takes, 4 N may take at most 6 times the processor time and memory of
N, and each part of the shapes in MOST_KIB so many KiB. Shapes in KNOWN grow faster still, at most as it says: an entry goes
when its cause does. With "million" those in MILLION are compiled with 10^6 parts, each within MILLION_SECONDS of processor
time; one that takes more memory than is free is left out, and named. scripts/nightly.sh takes 2000, and a million.
A build with a sanitizer is left out, with exit code 77."""
import os
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

MOST_RATIO, LEAST_SECONDS, LEAST_MIB, MOST_SECONDS, MILLION_SECONDS = 6, 0.4, 80, 120, 60
KNOWN = {
    "else_ifs": 20,  # each nests in the one before
    "lifetime_chain": 15,  # each outlives all behind it
    "native loops": 10, "native ifs": 10,  # gcc -O1 takes somewhat more than in proportion
}


MOST_KIB = {"statements": 34, "nested_fns": 5.3, "const_impls": 30, "impls": 11}


# Without it a shape ends at the IR that the optimizer takes.
OPTIMIZED = {"questions", "questions_of_calls", "unwraps", "states", "calls_of_a_large_fn", "orders", "locals_set_in_arms", "rounds", "loops_to_a_length"}


NATIVE = ["statements", "calls", "ifs", "loops", "else_ifs", "asserts", "closures"]


LARGE = {
    "array_pattern": 32, "variants": 32, "unit_variants": 32, "variants_matched": 16, "variants_uncovered": 32,
    "nested_fns_deep": 16,
    "same_name_fns": 16,
    "nested_fns": 8,
    "objects": 16, "variants_compared": 8, "variants_derived": 8,
    "lifetimes_used": 16, "lifetime_pairs": 4, "lifetime_chain": 4, "lifetime_errors": 4,
    "bounds": 16, "bounds_where": 16, "lifetime_bounds": 16,
    "const_chain": 4,
    "calls_of_a_large_fn": 2, "orders": 8, "locals_set_in_arms": 8, "rounds": 4, "loops_to_a_length": 2,
    "errors_uses_of_a_param": 4,
    **{name: 8 for name in ("errors_types", "errors_names", "errors_in_lets", "errors_shadowed", "errors_constants", "errors_importable",
                            "errors_borrowed", "errors_bounds", "errors_bounds_of_defaults", "errors_literals", "errors_null", "errors_overflow", "const_blocks",
                            "errors_moved", "errors_assigned", "errors_misspelled", "errors_misspelled_in", "moves")},
}


# MiB that a million parts may take.
MILLION = {
    "attributes": 400, "attributes_inline": 400, "bounds": 700, "bounds_where": 1100, "lifetimes": 800, "lifetimes_used": 4700,
    "lifetime_bounds": 400, "nested_fns": 5300, "impls_one": 9800, "nested_impls": 8800, "const_impls": 13000,
    "and": 500, "or": 500, "and_bools": 300, "moves": 5800,
    "errors_types": 3000, "errors_names": 1900, "errors_in_lets": 2900, "errors_shadowed": 2700, "errors_importable": 8200,
    "errors_misspelled": 7000, "errors_misspelled_in": 7000,
    "errors_moved": 5100, "errors_assigned": 3900, "errors_borrowed": 17000, "errors_bounds": 5400, "errors_bounds_of_defaults": 7000, "errors_literals": 3400,
    "errors_null": 4500, "errors_constants": 17500, "errors_overflow": 6200, "errors_imports": 2300, "errors_types_of_params": 8200,
}


def kern(body,items='',params='mut y: GridMut<u32>, n: u32'):
    return f"use rustg_std::prelude::*;\n{items}\n#[kernel]\npub fn k({params}) {{\n let i = thread::index();\n if i < y.len() {{\n{body}\n}}}}\n"
def line(body, items=""):
    return f"use rustg_std::prelude::*; {items} #[kernel] pub fn k(mut y: GridMut<u32>) {{ {body} }}\n"
K='y[i] = 1;'
SHAPES = {
'statements': lambda n: kern('y[i]=y[i].wrapping_add(n);\n'*n),
'lets': lambda n: kern(''.join(f'let v{j} = n.wrapping_add({j});\n' for j in range(n))+f'y[i]=v{n-1};'),
'let_chain': lambda n: kern('let v0 = n;'+''.join(f'let v{j+1} = v{j}.wrapping_add({j});\n' for j in range(n))+f'y[i]=v{n};'),
'ifs': lambda n: kern(''.join(f'if n > {j} {{ y[i] = {j}; }}\n' for j in range(n))),
'else_ifs': lambda n: kern('if n == 999999 {} '+''.join(f'else if n == {j} {{ y[i] = {j+1}; }}\n' for j in range(n))),
'matches': lambda n: kern('y[i] = match n {'+''.join(f'{j} => {j+3},' for j in range(n))+'_ => 0 };'),
'loops': lambda n: kern(''.join(f'let mut a = 0; while a < n {{ a += 1; y[i] ^= a; }}\n' for j in range(n))),
'borrows': lambda n: kern('let mut a = n;'+''.join(f'let r = &mut a; *r ^= {j};\n' for j in range(n))+'y[i]=a;'),
'reassign': lambda n: kern('let a = [1u32,2,3]; let mut r = &a[0];'+''.join(f'y[i] ^= *r; r = &a[{j%3}];\n' for j in range(n))+'y[i]=*r;'),
'calls': lambda n: kern(''.join('y[i] = f(y[i]);\n' for j in range(n)),'fn f(x: u32) -> u32 { x.wrapping_mul(3) }'),
'fns': lambda n: kern('y[i]=f0(n);',''.join(f'fn f{j}(x: u32) -> u32 {{ x.wrapping_add({j}) }}\n' for j in range(n))),
'fn_chain': lambda n: kern('y[i]=f0(n);',''.join(f'fn f{j}(x: u32) -> u32 {{ f{j+1}(x).wrapping_add({j}) }}\n' for j in range(n))+f'fn f{n}(x: u32) -> u32 {{ x }}'),
'kernels': lambda n: kern(K)+''.join(f'#[kernel] pub fn k{j}(mut y: GridMut<u32>) {{ let i = thread::index(); if i < y.len() {{ y[i] = {j}; }} }}\n' for j in range(n)),
'consts': lambda n: kern('y[i]=C0;',''.join(f'const C{j}: u32 = {j};\n' for j in range(n))),
'const_chain': lambda n: kern('y[i]=C0;',''.join(f'const C{j}: u32 = C{j+1} ^ {j};\n' for j in range(n//5))+f'const C{n//5}: u32 = 1;'),
'structs': lambda n: kern(K,''.join(f'struct S{j} {{ a: u32, b: u32 }}\n' for j in range(n))),
'struct_chain': lambda n: kern(K,''.join(f'struct S{j} {{ a: u32, b: S{j+1} }}\n' for j in range(n))+f'struct S{n};'),
'fields': lambda n: kern(K,'struct S {'+''.join(f'a{j}: u32,' for j in range(n))+'}'),
'variants': lambda n: kern(K,'enum S {'+''.join(f'A{j}(u32),' for j in range(n))+'}'),
'unit_variants': lambda n: kern(K,'enum S {'+''.join(f'A{j},' for j in range(n))+'}'),
'variants_compared': lambda n: kern(K,'#[derive(PartialEq, PartialOrd)] enum S {'+''.join(f'A{j}(u32),' for j in range(n))+'}'),
'variants_derived': lambda n: kern(K,'#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)] enum S {'+''.join(f'A{j}(u32),' for j in range(n))+'}'),
'variants_matched': lambda n: kern('y[i] = match S::A1 {'+''.join(f'S::A{j} => {j},' for j in range(n))+'};','enum S {'+''.join(f'A{j},' for j in range(n))+'}'),
'variants_uncovered': lambda n: kern('y[i] = match S::A1 { S::A0 => 1 };','enum S {'+''.join(f'A{j},' for j in range(n))+'}'),
'array_pattern': lambda n: kern(f'match [n > 3; {n}] {{ [true, ..] => y[i] = 1, [.., true] => y[i] = 2, _ => {{}} }}'),
'derives': lambda n: kern(K,''.join(f'#[derive(Clone, Copy, PartialEq, Debug)] struct S{j} {{ a: u32, b: u32 }}\n' for j in range(n))),
'impls': lambda n: kern(K,''.join(f'struct S{j};\nimpl S{j} {{ fn f(&self) -> u32 {{ {j} }} }}\n' for j in range(n))),
'impls_one': lambda n: kern(K,'struct S;\n'+''.join(f'impl S {{ fn f{j}(&self) -> u32 {{ {j} }} }}\n' for j in range(n))),
'trait_impls': lambda n: kern(K,'trait T { fn f(&self) -> u32; }\n'+''.join(f'struct S{j};\nimpl T for S{j} {{ fn f(&self) -> u32 {{ {j} }} }}\n' for j in range(n))),
'objects': lambda n: kern(K,'trait T { fn f(&self) -> u32; }\n'+''.join(f'struct S{j};\nimpl T for S{j} {{ fn f(&self) -> u32 {{ {j} }} }}\n' for j in range(n))+'const Q: &[&dyn T] = &['+', '.join(f'&S{j}' for j in range(n))+'];'),
'traits': lambda n: kern(K,''.join(f'trait T{j} {{ fn f(&self) -> u32; }}\n' for j in range(n))),
'attributes': lambda n: kern(K,'#[allow(dead_code)]\n'*n+'fn f() {}'),
'attributes_inline': lambda n: kern(K,'#[inline]\n'*1+'#[cfg(all())]\n'*n+'fn f() {}'),
'attributes_expr': lambda n: kern('#[allow(unused)]\n'*n+'let a = 1;'+K),
'docs': lambda n: kern(K,'/// doc\n'*n+'fn f() {}'),
'bounds': lambda n: kern(K,'trait T {}\nfn f<A: '+' + '.join(['T']*n)+'>(_a: A) {}'),
'bounds_where': lambda n: kern(K,'trait T {}\nfn f<A>(_a: A) where '+', '.join(['A: T']*n)+' {}'),
'bounds_traits': lambda n: kern(K,''.join(f'trait T{j} {{}}\n' for j in range(n))+'fn f<A: '+' + '.join(f'T{j}' for j in range(n))+'>(_a: A) {}'),
'lifetimes': lambda n: kern(K,'fn f<'+', '.join(f"'a{j}" for j in range(n))+'>() {}'),
'lifetimes_used': lambda n: kern(K,'fn f<'+', '.join(f"'a{j}" for j in range(n))+'>('+', '.join(f"_p{j}: &'a{j} u32" for j in range(n))+') {}'),
'lifetime_bounds': lambda n: kern(K,"fn f<'a, 'b: "+' + '.join(["'a"]*n)+">(_x: &'a u32, _y: &'b u32) {}"),
'lifetime_pairs': lambda n: kern(K,'fn f<'+', '.join(f"'a{j}, 'b{j}: 'a{j}" for j in range(n))+'>('+', '.join(f"p{j}: &'b{j} u32" for j in range(n))+') {'+''.join(f"let _q: &'a{j} u32 = p{j};" for j in range(n))+'}'),
'lifetime_chain': lambda n: kern(K,'fn f<'+', '.join(f"'a{j}: 'a{j+1}" for j in range(n))+f", 'a{n}>("+', '.join(f"p{j}: &'a{j} u32" for j in range(n))+') {'+''.join(f"let _q: &'a{j+1} u32 = p{j};" for j in range(n))+'}'),
'lifetime_errors': lambda n: kern(K,'fn f<'+', '.join(f"'a{j}, 'b{j}" for j in range(n))+'>('+', '.join(f"p{j}: &'b{j} u32" for j in range(n))+') {'+''.join(f"let _q: &'a{j} u32 = p{j};" for j in range(n))+'}'),
'type_params': lambda n: kern(K,'fn f<'+', '.join(f"A{j}" for j in range(n))+'>() {}'),
'params': lambda n: kern(K,'fn f('+', '.join(f"_a{j}: u32" for j in range(n))+') {}'),
'nested_fns': lambda n: kern(''.join(f'fn f{j}() {{}}\n' for j in range(n))+K),
'nested_fns_deep': lambda n: kern('fn f() {'*n+'}'*n+K),
'same_name_fns': lambda n: kern('fn f() {} '*n+K),
'const_impls': lambda n: kern(K,'struct S<const N: usize>;trait T { fn f(&self) -> u32; }\n'+''.join(f'impl T for S<{j}> {{ fn f(&self) -> u32 {{ {j} }} }}\n' for j in range(n))),
'nested_impls': lambda n: kern('struct S;'+''.join(f'impl S {{ fn f{j}(&self) {{}} }}\n' for j in range(n))+K),
'nested_structs': lambda n: kern(''.join(f'struct S{j};\n' for j in range(n))+K),
'and': lambda n: kern('if '+' && '.join(['n > 3']*n)+' { y[i] = 1; }'),
'or': lambda n: kern('if '+' || '.join(['n > 3']*n)+' { y[i] = 1; }'),
'and_bools': lambda n: kern('let b = n > 3; if '+' && '.join(['b']*n)+' { y[i] = 1; }'),
'plus': lambda n: kern('y[i] = '+' ^ '.join(['n']*n)+';'),
'adds': lambda n: kern('y[i] = '+' + '.join(['n']*n)+';'),
'array': lambda n: kern('let a = ['+','.join(['1u32']*n)+']; y[i] = a[3];'),
'static_array': lambda n: kern('y[i] = A[n as usize];',f'static A: [u32; {n}] = ['+','.join(['1u32']*n)+'];'),
'statics_in_turn': lambda n: kern('y[i] = A0;', ''.join(f'static A{j}: u32 = A{j + 1} + 1;\n' for j in range(n)) + f'static A{n}: u32 = 1;'),
'statics_read': lambda n: kern('y[i] = SUM;', 'static Z: u32 = 1;\n' + ''.join(f'static A{j}: u32 = Z + {j};\n' for j in range(n)) + 'const SUM: u32 = 0' + ''.join(f' ^ A{j}' for j in range(n)) + ';'),
'tuple': lambda n: kern('let a = ('+','.join(['1u32']*n)+'); y[i] = a.3;'),
'or_pattern': lambda n: kern('y[i] = match n {'+' | '.join(str(j) for j in range(n))+' => 1, _ => 0 };'),
'errors_imports': lambda n: kern(K, ''.join(f'use a{j}::b{j};\n' for j in range(n))),
'errors_types_of_params': lambda n: kern(K, ''.join(f'fn f{j}(_x: Zz{j}) {{}}\n' for j in range(n))),
'uses': lambda n: kern(K,'mod m {'+''.join(f'pub fn f{j}() {{}}\n' for j in range(n))+'}\nuse m::{'+','.join(f'f{j}' for j in range(n))+'};'),
'mods': lambda n: kern(K,''.join(f'mod m{j} {{ pub fn f() {{}} }}\n' for j in range(n))),
'macro_calls': lambda n: kern('m!(y, i);\n'*n,'macro_rules! m { ($y:ident, $i:ident) => { $y[$i] = 1; } }'),
'macro_args': lambda n: kern('let a = [m!('+','.join(['1']*n)+')]; y[i] = a[2];','macro_rules! m { ($($x:expr),*) => { 0u32 $(+ $x)* } }'),
'asserts': lambda n: kern(''.join(f'assert!(n > {j}, "text {{}}", n);\n' for j in range(n))+K),
'closures': lambda n: kern(''.join(f'let f = |x: u32| x ^ {j}; y[i] = f(y[i]);\n' for j in range(n))),
'method_chain': lambda n: kern('y[i] = n'+'.wrapping_add(1)'*n+';'),
'parens': lambda n: kern('y[i] = '+'('*min(n,100000)+'n'+')'*min(n,100000)+';'),
'blocks': lambda n: kern('{'*n+'y[i]=1;'+'}'*n),
'nots': lambda n: kern('y[i] = '+'!'*n+'n;'),
'derefs': lambda n: kern('y[i] = '+'*'*n+'&'*n+'n;'),
'indices': lambda n: kern('let a = [0usize; 4]; y[i] = '+'a['*n+'0'+']'*n+' as u32;'),
'type_errors': lambda n: kern(''.join(f'let a: u32 = true;\n' for j in range(n))+K),
'unknown_names': lambda n: kern(''.join(f'unknown{j};\n' for j in range(n))+K),
'moves': lambda n: kern('struct S; let s = S;'+'let t = s;\n'*n+K),
'generic_calls': lambda n: kern(''.join(f'y[i] = f::<{j}>(n);\n' for j in range(n)),'fn f<const N: u32>(x: u32) -> u32 { x ^ N }'),
'generic_types': lambda n: kern('',''.join(f'struct S{j};' for j in range(n))+'trait T { const C: u32; }\n'+''.join(f'impl T for S{j} {{ const C: u32 = {j}; }}\n' for j in range(n))+'fn f<X: T>() -> u32 { X::C }\nfn g() -> u32 { 0'+''.join(f' ^ f::<S{j}>()' for j in range(n))+' }').replace('{\n\n}}','{ y[i] = g(); }}'),
    "questions": lambda n: kern("y[i] = f(n).unwrap_or(3);", "fn f(n: u32) -> Option<u32> { let mut a = n;" + "a = a.checked_add(1)?;\n" * n + "Some(a) }"),
    "questions_of_calls": lambda n: kern("y[i] = f(n).unwrap_or(3);", "fn g(n: u32) -> Result<u32, u32> { if n > 7 { Err(n) } else { Ok(n + 1) } } fn f(n: u32) -> Result<u32, u32> { let mut a = n;" + "a = g(a)?;\n" * n + "Ok(a) }"),
    "unwraps": lambda n: kern("let mut a = n;" + "a = a.checked_add(1).unwrap();\n" * n + "y[i] = a;"),
    "states": lambda n: kern("let mut s = 0u32; loop { match s {" + "".join(f"{j} => {{ y[i] ^= n; s = if n > {j} {{ {j + 1} }} else {{ {max(j, 1) - 1} }}; }}\n" for j in range(n)) + "_ => break } }"),
    "calls_of_a_large_fn": lambda n: kern("y[i] ^= f(n);\n" * n, "fn f(n: u32) -> u32 { let mut a = n; let mut b = 0;" + "if a > 3 { a ^= b; b = a.wrapping_mul(7); }\n" * n + "a }"),
    "orders": lambda n: kern("let mut s = S { a: n, b: 1 };" + "s = s.ordered();\n" * n + "y[i] = s.a;", "#[derive(Clone, Copy)] struct S { a: u32, b: u32 } impl S { fn ordered(self) -> S { if self.a > self.b { S { a: self.b, b: self.a } } else { self } } }"),
    "locals_set_in_arms": lambda n: kern("".join(f"let mut v{j} = {j};" for j in range(n)) + "if n > 3 {" + "".join(f"v{j} ^= n;" for j in range(n)) + "} else {" + "".join(f"v{j} ^= 2;" for j in range(n)) + "}" + "".join(f"y[i] ^= v{j};" for j in range(n))),
    "rounds": lambda n: kern("let mut a = n;" + "for j in 0..4 { a ^= j + a; }\n" * n + "y[i] = a;"),
    "loops_to_a_length": lambda n: kern("let mut a = 0;" + "let mut j = n as usize; while j < x.len() { a ^= x[j]; j += 2; }\n" * n + "y[i] = a;", params="mut y: GridMut<u32>, n: u32, x: &[u32]"),
    # Errors of one kind, all in one line.
    "errors_types": lambda n: line("let a: u32 = true;" * n),
    "errors_names": lambda n: line("".join(f"u{j};" for j in range(n))),
    "errors_in_lets": lambda n: line("".join(f"let v{j} = nope;" for j in range(n))),
    "errors_shadowed": lambda n: line("let x = nope;" * n),
    "errors_misspelled": lambda n: line("".join(f"name_{j}x;" for j in range(n)), "".join(f"const name_{j}: u32 = {j};" for j in range(n))),
    "errors_misspelled_in": lambda n: line("".join(f"m::nmae_{j};" for j in range(n)), "mod m {" + "".join(f"pub const name_{j}: u32 = {j};" for j in range(n)) + "}"),
    "errors_importable": lambda n: line("".join(f"g{j}();" for j in range(n)), "mod m {" + "".join(f"pub fn g{j}() {{}}" for j in range(n)) + "}"),
    "errors_moved": lambda n: line("let s = S; let t = s;" + "let t = s;" * n, "struct S;"),
    "errors_assigned": lambda n: line("let s = 1;" + "s += 1;" * n),
    "errors_borrowed": lambda n: line("let mut s = 1;" + "{ let a = &mut s; let b = &s; *a = 1; }" * n),
    "errors_uses_of_a_param": lambda n: kern("{ let j = i; c[j] += 1; c[0] += 1; }" * n, params="mut y: GridMut<u32>, c: &mut [u32]"),
    "errors_bounds": lambda n: line("f(1u32);" * n, "trait T {} fn f<A: T>(_a: A) {}"),
    "errors_bounds_of_defaults": lambda n: line("f(1);" * n, "trait T {} fn f<A: T>(_a: A) {}"),
    "errors_literals": lambda n: line("{ let a: u8 = 256; }" * n),
    "errors_null": lambda n: line("unsafe { *std::ptr::null::<u8>(); }" * n),
    "errors_raw_bytes": lambda n: kern(K, f"#[repr(C)] pub struct B(bool, [u8; {16 * n}]);\npub const C: B = unsafe {{ core::mem::transmute([3u8; {16 * n + 1}]) }};"),
    "errors_constants": lambda n: line("const { let j = 1u8; assert!(j == 2) }" * n),
    "const_blocks": lambda n: line("const { let j = 1u8; assert!(j == 1) }" * n),
    "errors_overflow": lambda n: line("{ let a: u8 = 255 + 1; }" * n),
    "deep_tuple": lambda n: kern(K, "type D0 = u8;\n" + "".join(f"type D{j} = (D{j - 1}, D{j - 1});\n" for j in range(1, min(n, 60))) + f"fn s<T: Send>(_t: &T) {{}}\nfn f(x: Option<&D{min(n, 60) - 1}>) {{ s(&x) }}"),
}


def measure(rustgc, folder, name, n):
    """Seconds of processor time and MiB at the peak; what the compile says is not looked at, but that it ends well or with errors."""
    source = Path(folder) / f"{name}.rs"
    shape, native = name.removeprefix("native "), name.startswith("native ")
    source.write_text(SHAPES[shape](n))
    emit = "so" if native else "ir-opt" if shape in OPTIMIZED else "ir"
    command = [rustgc, str(source), f"--emit={emit}", "--error-limit=0", "-o", f"{folder}/out" if native else os.devnull]
    seconds = MOST_SECONDS if n < 1000000 else 10 * MILLION_SECONDS
    process = subprocess.Popen(command, env=dict(os.environ, RUSTG_CACHE="off"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    _, state, used = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(state)
    assert process.returncode in (0, 1), f"{name} with {n}: exit {process.returncode}"
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def free_mib():
    return int(re.search(r"MemAvailable: +(\d+)", Path("/proc/meminfo").read_text()).group(1)) // 1024


def a_million(rustgc, names):
    slow, left_out, worst = [], [], (0, "")
    with tempfile.TemporaryDirectory() as folder:
        for name in names or MILLION:
            if MILLION[name] > free_mib():
                left_out.append(name)
                continue
            seconds, mib = measure(rustgc, folder, name, 1000000)
            print(f"{name}: {seconds:.1f} s {mib:.0f} MiB", flush=True)
            worst = max(worst, (seconds, name))
            if seconds > MILLION_SECONDS or mib > MILLION[name]:
                slow.append(name)
    assert not slow, f"a million parts of these take more than {MILLION_SECONDS} s, or more memory than MILLION says: {slow}"
    print(f"passed: {len(names or MILLION) - len(left_out)} shapes of a million parts, {worst[0]:.0f} s at most ({worst[1]});",
          "not enough memory for", *left_out or ["none"])


def main():
    rustgc = os.path.abspath(sys.argv[1])
    if os.environ.get("RUSTG_SANITIZE"):
        print("skipped: what a compile takes under a sanitizer is the sanitizer's time and memory")
        sys.exit(77)
    if sys.argv[2:3] == ["million"]:
        return a_million(rustgc, sys.argv[3:])
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    failed, names = [], sys.argv[3:] or [*SHAPES, *(f"native {name}" for name in NATIVE)]
    with tempfile.TemporaryDirectory() as folder:
        least = min(measure(rustgc, folder, "fields", 1) for _ in range(5))
        for name in names:
            most, parts = KNOWN.get(name, MOST_RATIO), n // 2 if name.startswith("native ") else n * LARGE.get(name, 1)
            for _ in range(3):  # a busy machine is not taken for a slow or large compile
                small, large = measure(rustgc, folder, name, parts), measure(rustgc, folder, name, 4 * parts)
                time = (large[0] - least[0]) / max(small[0] - least[0], LEAST_SECONDS / MOST_RATIO)
                memory = (large[1] - least[1]) / max(small[1] - least[1], LEAST_MIB / MOST_RATIO)
                each = (large[1] - least[1]) * 1024 / (4 * parts)
                if time <= most and memory <= most and each <= MOST_KIB.get(name, each):
                    break
            print(f"{name}: {small[0]:.2f} s {small[1]:.0f} MiB, four times that {large[0]:.2f} s {large[1]:.0f} MiB: {time:.1f}, {memory:.1f}, {each:.1f} KiB a part")
            if time > most or memory > most or each > MOST_KIB.get(name, each):
                failed.append(name)
    assert not failed, f"these grow faster than their source, or take more than they may: {failed}"
    print(f"passed: {len(names)} shapes")


main()
