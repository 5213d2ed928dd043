"""first_mistakes_test.py RUSTGC [--show]: what newcomers to the kernel language write first, and what rustgc says to it. Where it
offers changes, taking them makes the program right: they are applied and the result is compiled.

With --show it prints what rustgc says to each.

A case is a name, a body or a whole file, words that the answer must have, and whether the changes that it offers mend it."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = "use rustg_std::prelude::*;\n"


def kernel(params, body):
    return f"{HEAD}#[kernel]\npub fn k({params}) {{\n    let i = thread::index();\n    {body}\n}}\n"


XY = "x: &[f32], mut y: GridMut<f32>"
CASES = [
    ("tid_plus_one", kernel(XY, "if i < y.len() { y[i] = x[i + 1]; }"), ["`get` gives its number"], True),
    ("one_plus_tid", kernel(XY, "if i < y.len() { y[i] = x[1usize + i]; }"), ["`get` gives its number"], True),
    ("tid_times_two", kernel(XY, "if i < y.len() { y[i] = x[i * 2]; }"), ["`get` gives its number"], True),
    ("tid_with_u32", kernel("n: u32, " + XY, "if i < y.len() { y[i] = x[i + n] + x[(n - i) * 2] + x[i.get() * n + 1]; }"),
     ["`get` gives its number", "both sides are of one type"], True),
    ("tid_with_i32", kernel("n: i32, " + XY, "let j = i * n + 1; if i < y.len() { y[i] = x[j] + x[n - 1 - i] + x[(i + n) as usize]; }"),
     ["`get` gives its number"], True),
    ("tid_of_rows", kernel("w: u32, mut y: GridMut<u32>", "let r = i / w; let c = i % w; if i < y.len() { y[i] = r * w + c + (i / w) * 2; }"),
     ["`get` gives its number"], True),
    ("tid_in_a_seed", kernel("seed: u64, mut y: GridMut<u64>", "if i < y.len() { y[i] = seed ^ i; y[i] += i; y[i] = i << 3 | 1 << i; }"),
     ["`get` gives its number"], True),
    ("tid_with_float", kernel(XY, "if i < y.len() && i < x[0] { y[i] = x[i] * i + i * 0.5 + i as f32; y[i] += i; y[i] = i; }"),
     ["`get` gives its number"], True),
    ("tid_with_double", kernel("mut y: GridMut<f64>", "if i < y.len() { y[i] = i as f64 + i * 0.5; y[i] = i / 4; }"), ["`get` gives its number"], True),
    ("tid_with_half", kernel("mut y: GridMut<f16>", "if i < y.len() { y[i] = i; y[i] = i * y[i]; y[i] = i as f16; }"), ["f16::from_f32("], True),
    ("tid_before_less", kernel("n: u32, m: u32, mut y: GridMut<u32>", "if n + i < m { y[i] = m; }"), ["`get` gives its number"], True),
    ("tid_with_parentheses", kernel("mut y: GridMut<u32>", "let a: usize = ('(' as u32) + (')' as u32) + i; let b: usize = (\"(\".len() as u32) + 1 + i; "
                                    "let c: usize = (b as u32 + 1) + i; if i < y.len() { y[i] = (a + b + c) as u32; }"),
     ["('(' as u32) + (')' as u32)) as usize", "(\"(\".len() as u32) + 1) as usize", "= (b as u32 + 1) as usize"], True),
    ("tid_negated", kernel("mut y: GridMut<i64>, mut z: GridMut<f32>", "if i < y.len() && i < z.len() { y[i] = -i; y[i] = !i; z[i] = -i as f32; }"),
     ["`get` gives its number"], True),
    ("tid_by_reference", kernel("mut y: GridMut<f32>", "let j = &i; if i < y.len() { y[i] = *j as f32; }"), ["`get` gives its number"], True),
    ("tid_counted", kernel(XY, "let mut j = i; while j < x.len() { y[i] += x[j]; j += 1; }"), ["`get` gives its number", "`for i in thread::grid_stride(n)`"], True),
    ("tid_strides", kernel(XY, "let mut j = i; while j < y.len() { y[j] = x[j]; j = j + 256; }"), ["`for i in thread::grid_stride(n)`"], False),
    ("tid_of_another", kernel(XY, "if i < y.len() { y[i + 1] = x[i]; y[y.len() - 1 - i] = x[i]; }"),
     ["another element is `unsafe { *y.get_unchecked_mut(j) }`"], False),
    ("method_of_a_number", kernel(XY, "if i < y.len() { y[i] = x[i.min(3)] + x[i.clamp(0, 3)] + x[i.wrapping_add(1)] + x[i.pow(2)]; }"),
     ["`get` gives its number"], True),
    ("match_of_tid", kernel(XY, "match i { 0 => {} _ => { if i < y.len() { y[i] = x[i]; } } }"), ["`get` gives the number of a `Tid`"], True),
    ("tid_as_usize", kernel(XY, "let j = i as usize; if i < y.len() { y[i] = x[j]; }"), ["`get` gives the number of a `Tid`"], True),
    ("tid_as_u32", kernel("mut y: GridMut<u32>", "if i < y.len() { y[i] = i as u32; }"), ["`get` gives its number"], True),
    ("tid_to_a_function", kernel("mut y: GridMut<u32>", "if i < y.len() { y[i] = f(i); }") + "fn f(n: usize) -> u32 {\n    n as u32\n}\n",
     ["`get` gives its number"], True),
    ("cell_not_imported", kernel("mut y: GridMut<u32>", "let c = Cell::new(1u32); c.set(2); if i < y.len() { y[i] = c.get(); }"),
     ["consider importing this struct", "use std::cell::Cell;"], True),
    ("pi_not_imported", kernel("mut y: GridMut<f32>", "if i < y.len() { y[i] = PI; }"), ["use std::f32::consts::PI;"], False),
    ("index_not_imported", kernel("mut y: GridMut<u32>", "let t = index(); if t < y.len() { y[t] = 1; }"),
     ["consider importing this function", "use rustg_std::thread::index;"], True),
    ("max_not_imported", kernel("mut y: GridMut<u32>", "if i < y.len() { y[i] = max(1, y[i]); }"),
     ["it is a method of the number: `x.max(y)`", "use std::cmp::max;"], True),
    ("tid_and_i32", kernel("n: i32, mut y: GridMut<f32>", "if i < n { y[i] = 1.0; }"), ["a `Tid` is compared with a `usize`"], True),
    ("tid_and_a_sum", kernel("n: u32, mut y: GridMut<f32>", "if i < n + 1 { y[i] = 1.0; }"), ["a `Tid` is compared with a `usize`"], True),
    ("i32_and_tid", kernel("n: i32, mut y: GridMut<f32>", "if n > i { y[i] = 1.0; }"), ["`get` gives its number"], True),
    ("write_by_usize", kernel(XY, "for j in 0..y.len() { y[j] = x[j]; }"), ["`unsafe { *y.get_unchecked_mut(i) = value }`"], False),
    ("mut_slice", kernel("x: &[f32], y: &mut [f32]", "if i < y.len() { y[i] = x[i]; }"), ["use `GridMut`", "mut y: GridMut<f32>"], True),
    ("not_mut", kernel("x: &[f32], y: GridMut<f32>", "if i < y.len() { y[i] = x[i]; }"), ["mut y: GridMut<f32>"], True),
    ("vec_reference", kernel("x: &Vec<f32>, mut y: GridMut<f32>", "if i < y.len() { y[i] = x[i]; }"), ["a kernel takes a slice, `&[T]`", "x: &[f32]"], True),
    ("vec", kernel("x: Vec<f32>, mut y: GridMut<f32>", "if i < y.len() { y[i] = x[i]; }"), ["x: &[f32]"], True),
    ("vec_written", kernel("x: &[f32], y: &mut Vec<f32>", "if i < y.len() { y[i] = x[i]; }"), ["mut y: GridMut<f32>"], True),
    ("vec_of_its_own", kernel("x: &[f32], mut y: Vec<f32>", "if i < y.len() { y[i] = x[i]; }"), ["mut y: GridMut<f32>"], True),
    ("vec_of_a_function", kernel(XY, "let mut a = [0.0; 4]; f(&mut a, x); if i < y.len() { y[i] = a[0]; }") +
     "fn f(a: &mut Vec<f32>, x: &Vec<f32>) {\n    a[0] = x[0];\n}\n", ["a: &mut [f32]", "x: &[f32]"], True),
    ("slice_of_vecs", kernel("x: &[Vec<f32>], y: &mut [Vec<f32>]", "if i < y.len() { y[i] = x[i]; }"), ["`x[row * width + column]`"], False),
    ("vec_of_vecs", kernel("x: &Vec<Vec<f32>>, z: &GridMut<Vec<f32>>", "let _ = i;"), ["`x[row * width + column]`"], False),
    ("unknown_written", kernel("x: &mut Foo, y: &mut [Foo], z: Option<Vec<f32>>, h: &mut HashMap<u32, u32>", "let _ = i;"), ["cannot find type `Foo`"], False),
    ("reference_to_one", kernel("x: &f32, n: &usize, mut y: GridMut<f32>", "if i < *n { y[i] = *x; }"), ["pass the value itself"], True),
    ("reference_to_reference", kernel("x: &&f32, z: &&[f32], mut y: GridMut<f32>", "if i < y.len() { y[i] = **x + z[i]; }"), ["pass the value itself"], True),
    ("reference_passed_on", kernel("x: &f32, a: &f32, mut y: GridMut<f32>", "let r: &f32 = x; if i < y.len() && x < a { y[i] = f(x) * a - P { a }.a + P { a: x }.of(x) + -x * *r; y[i] += x; }") +
     "fn f(x: &f32) -> f32 {\n    *x\n}\nstruct P<'a> {\n    a: &'a f32,\n}\nimpl<'a> P<'a> {\n    fn of(&self, x: &f32) -> f32 {\n        *self.a + *x\n    }\n}\n",
     ["let r: &f32 = &x;", "x < &a", "P { a: &a }.a", "+ -x * *r; y[i] += x;"], True),
    ("reference_shadowed", kernel("x: &f32, mut y: GridMut<f32>", "let z = *x; { let x = &z; if i < y.len() { y[i] = *x; } }"), ["pass the value itself"], False),
    ("reference_in_a_macro", kernel("n: &u32, mut y: GridMut<u32>", "assert!(*n > 0); if i < y.len() { y[i] = *n; }"), ["pass the value itself"], False),
    ("reference_set_anew", kernel("mut x: &f32, mut y: GridMut<f32>", "if i < y.len() { y[i] = *x; x = &1.0; y[i] += *x; }"), ["pass the value itself"], False),
    ("reference_and_fields", kernel("a: &f32, mut y: GridMut<f32>", "let p = P { a: *a }; let P { a: b } = p; if i < y.len() { y[i] = p.a + b; }") +
     "#[derive(Clone, Copy)]\nstruct P {\n    a: f32,\n}\n", ["P { a: a }"], True),
    ("reference_to_struct", HEAD + "#[repr(C)]\n#[derive(Clone, Copy)]\npub struct P {\n    pub a: f32,\n}\n" + kernel("p: &P, mut y: GridMut<f32>", "if i < y.len() { y[i] = p.a; }").removeprefix(HEAD),
     ["pass the value itself"], True),
    ("written_struct", HEAD + "#[repr(C)]\n#[derive(Clone, Copy)]\npub struct P {\n    pub a: f32,\n}\n" + kernel("p: &mut P, q: &mut P", "p.a = 1.0; f(q); let _ = i;").removeprefix(HEAD) + "fn f(p: &mut P) {\n    p.a = 2.0;\n}\n",
     ["mut p: GridMut<P>", "p[thread::index()].a"], True),
    ("sum_in_one", kernel("x: &[f32], s: &mut f32, n: &mut u32", "if i < x.len() { *s += x[i]; *s -= 1.0; *n += 1 }"),
     ["what several threads change is an `Atomic`", "s: &[Atomic<f32>]"], True),
    ("sums_with_mut", kernel("x: &[f32], mut y: Vec<f32>, mut n: &mut u32", "if i < x.len() { y[0] += x[i]; *n += 1; }"),
     ["x: &[f32], y: &[Atomic<f32>]", "mut y: Vec<f32>, n: &[Atomic<u32>]"], True),
    ("flag_for_all", kernel("x: &[f32], s: &mut u32", "if i < x.len() && x[i] > 3.0 { *s = 1; }"), ["s: &[Atomic<u32>]"], True),
    ("sum_in_an_element", kernel("x: &[f32], s: &mut [f32]", "if i < x.len() { s[0] += x[i]; }"), ["s: &[Atomic<f32>]"], True),
    ("histogram", kernel("x: &[u32], c: &mut [u32]", "if i < x.len() { c[x[i]] += 1; }"), ["c: &[Atomic<u32>]"], True),
    ("histogram_of_vec", kernel("x: &Vec<u32>, c: &mut Vec<u32>", "if i < x.len() { c[x[i] as usize] += 1; }"), ["c: &[Atomic<u32>]"], True),
    ("histogram_in_an_input", kernel("x: &[u32], c: &[u32]", "if i < x.len() { c[x[i] as usize] += 1; }"), ["c: &[Atomic<u32>]"], True),
    ("length_of_a_part", kernel("c: &mut [u32]", "c[0] += 1; let t = c[0..2].len(); let r = 0..3; for j in 0..2 { c[j] += t as u32 + c[(1..)].len() as u32; } "
                                "let u = c[r].len(); let _ = (i, u);"), ["c: &[Atomic<u32>]"], True),
    ("part_of_sums", kernel("c: &mut [u32]", "c[0] += 1; let t = c[0..2][1]; let _ = (i, t);"), ["mut c: GridMut<u32>"], False),
    ("own_sums", kernel("x: &[f32], y: &mut [f32]", "if i < y.len() { y[i] += x[i]; }"), ["mut y: GridMut<f32>"], True),
    ("sums_by_a_name", kernel("x: &[u32], c: &mut [u32], y: &mut [u32]", "let b = x[i] as usize % c.len(); c[b] += 1; let j = i; y[j] += 1;"),
     ["c: &[Atomic<u32>]", "mut y: GridMut<u32>"], True),
    ("sums_in_arms", kernel("x: &[u32], c: &mut [u32], n: &mut u32", "match x[i] { 0 => c[0] += c[1], 1 => *n += 1, _ => c[1] -= 1 }"),
     ["c: &[Atomic<u32>]", "n: &[Atomic<u32>]"], True),
    ("sum_by_a_macro", "macro_rules! add {\n    ($s:ident, $x:expr) => {\n        *$s += $x;\n    };\n}\n" +
     kernel("x: &[f32], s: &mut f32", "add!(s, x[i]);"), ["take a `GridMut<f32>`"], False),
    ("pattern_of_reference", HEAD + "type Of<'a> = &'a f32;\n" + kernel("&x: &f32, z: Of, mut y: GridMut<f32>", "if i < y.len() { y[i] = x + *z; }").removeprefix(HEAD),
     ["pass the value itself"], True),
    ("get_of_a_number", kernel("n: u32, " + XY, "for j in i..x.len() { y[i] += x[j as usize]; }"), ["`get` gives its number"], True),
    ("own_sums_by_number", HEAD + "#[kernel]\npub fn k(x: &[f32], y: &mut [f32]) {\n    let i = thread::index().get();\n    y[i] += x[i];\n}\n", ["mut y: GridMut<f32>"], False),
    ("product_in_one", kernel("x: &[f32], s: &mut f32", "if i < x.len() { *s *= x[i]; }"), ["take a `GridMut<f32>`"], False),
    ("atomics_written", kernel("c: &mut [Atomic<u32>]", "c[i].fetch_add(1, Relaxed);"), ["c: &[Atomic<u32>]"], True),
    ("one_atomic", kernel("c: &Atomic<u32>, d: &mut Atomic<u32>", "c.fetch_add(1, Relaxed); (*d).store(1, Relaxed); f(c); let _ = i;") +
     "fn f(c: &Atomic<u32>) {\n    c.fetch_max(2, Relaxed);\n}\n", ["c: &[Atomic<u32>]"], True),
    ("one_atomic_with_mut", kernel("mut d: &mut Atomic<u32>", "d.store(1, Relaxed); let _ = i;"), ["k(d: &[Atomic<u32>])"], True),
    ("difference_of_atomic", kernel("c: &[Atomic<f32>]", "c[i].fetch_sub(1.0, Relaxed);"), ["`fetch_add(value, Relaxed)` and the like"], False),
    ("text", kernel("x: &str, mut y: GridMut<f32>", "if i < y.len() { y[i] = 1.0; }"), ["`&[u8]`"], False),
    ("integer_literal", kernel(XY, "if i < y.len() { y[i] = 2 * x[i]; }"), ["writing it with `.0`"], True),
    ("literal_behind", kernel(XY, "if i < y.len() { y[i] = x[i] + 1; }"), ["writing it with `.0`"], True),
    ("other_float", kernel("x: &[f32], mut y: GridMut<f64>", "if i < y.len() { y[i] = x[i]; }"), ["you can convert an `f32` to an `f64`"], True),
    ("forgotten_let_mut", kernel(XY, "let s = 0.0; for j in 0..4 { s += x[j]; } if i < y.len() { y[i] = s; }"), ["E0384", "mut "], True),
    ("forgotten_prelude", kernel(XY, "if i < y.len() { y[i] = x[i]; }").removeprefix(HEAD), ["`use rustg_std::prelude::*;`", "`GridMut` among it", "`thread` among it"],
     True),
    ("misspelled", kernel(XY, "if i < y.len() { y[i] = x[i].sqr(); }"), ["sqrt"], False),
    ("write_to_input", kernel(XY, "if i < y.len() { x[i] = 0.0; y[i] = 1.0; }"), ["use `GridMut`", "mut x: GridMut<f32>"], True),
    ("barrier_in_a_branch", kernel(XY, "if i < y.len() { block::sync(); y[i] = x[i]; }"), ["let all threads get to it"], False),
    ("thread_number_of_cuda", kernel(XY, "let j = blockIdx.x * blockDim.x + threadIdx.x; if i < y.len() { y[i] = x[j]; }"),
     ["`threadIdx.x` is `thread::idx_x()`; `thread::index()` is", "`thread::block_idx_x()`", "`thread::block_dim_x()`"], False),
    ("barrier_of_cuda", kernel(XY, "__syncthreads(); if i < y.len() { y[i] = x[i]; }"), ["`block::sync()`"], False),
    ("atomic_of_cuda", kernel("x: &[u32], c: GridMut<u32>", "if i < x.len() { atomicAdd(&c[x[i]], 1); }"), ["`c: &[Atomic<T>]`"], False),
    ("function_of_c", kernel(XY, "if i < y.len() { y[i] = sqrtf(x[i]); }"), ["a method of the number: `x.sqrt()`"], False),
    ("index_of_shared", kernel(XY, "let s = Shared::<f32, 256>::new(); if i < y.len() { y[i] = s[0]; }"), ["`get(i)` and written by `set"], False),
    ("value_of_a_kernel", HEAD + "#[kernel]\npub fn k(x: &[f32]) -> f32 {\n    x[0]\n}\n", ["write results to a `GridMut`"], False),
    ("vec_inside", kernel(XY, "let v = Vec::new(); if i < y.len() { y[i] = v[0]; }"), ["and may have arrays"], False),
    ("reference_to_grid", kernel("x: &[f32], y: &mut GridMut<f32>", "if i < y.len() { y[i] = x[i]; }"), ["take the `GridMut` itself"], True),
    ("shared_grid", kernel("x: &[f32], y: &GridMut<f32>", "if i < y.len() { y[i] = x[i]; }"), ["take the `GridMut` itself"], True),
    ("reference_to_array", kernel("x: &[f32; 4], mut y: GridMut<f32>", "if i < y.len() { y[i] = x[i]; }"), ["take a slice"], True),
    ("no_repr", HEAD + "pub struct P {\n    pub a: f32,\n}\n" + kernel("p: P, mut y: GridMut<f32>", "if i < y.len() { y[i] = p.a; }").removeprefix(HEAD),
     ["give it a layout that the host knows"], True),
    ("enum_without_repr", HEAD + "/// What to do.\n#[derive(Clone, Copy)]\npub enum What {\n    Nothing,\n    Scale(f32),\n}\n" +
     kernel("w: &[What], mut y: GridMut<f32>", "if i < y.len() { if let What::Scale(a) = w[i] { y[i] = a; } }").removeprefix(HEAD),
     ["give it a layout that the host knows"], True),
    ("half_as", kernel("x: &[f16], mut y: GridMut<f32>", "if i < y.len() { y[i] = x[i] as f32 + -x[i] as f32; }"), ["a method gives its number"], True),
    ("half_as_integer", kernel("x: &[bf16], mut y: GridMut<i32>", "if i < y.len() { y[i] = x[i] as i32; }"), ["a method gives its number"], True),
    ("as_half", kernel("x: &[f32], n: u32, mut y: GridMut<f16>", "if i < y.len() { y[i] = x[i] as f16; y[i] = n as f16; y[i] = 0.5 as f16; }"),
     ["a function makes the nearest `f16` of it"], True),
    ("literal_for_half", kernel("mut y: GridMut<f16>", "if i < y.len() { y[i] = 1.0; }"), ["you can convert the number to `f16`"], True),
    ("half_for_float", kernel("x: &[f16], mut y: GridMut<f32>", "if i < y.len() { y[i] = x[i]; }"), ["you can convert `f16` to `f32`"], True),
    ("double_for_half", kernel("x: &[f64], mut y: GridMut<bf16>", "if i < y.len() { y[i] = x[i] + 1.0; }"), ["you can convert `f64` to `bf16`"], True),
    ("range_from_tid", kernel(XY, "for j in i..x.len() { if i < y.len() { y[i] += x[j]; } }"), ["`get` gives its number"], True),
    ("range_to_tid", kernel(XY, "for j in 0..i { if i < y.len() { y[i] += x[j]; } }"), ["`get` gives its number"], True),
    ("types_of_c", kernel("n: int, a: float, b: double, m: size_t, k: uint32_t, mut y: GridMut<half>",
                          "if i < y.len() && n as usize + m > k as usize { y[i] = f16::from_f64(a as f64 + b); }"),
     ["perhaps you intended to use this type: `f32`", "`f16`"], True),
    ("sync_of_module", kernel(XY, "block::syncthreads(); if i < y.len() { y[i] = x[i]; }"), ["`block::sync()`"], False),
    ("sync_alone", kernel(XY, "sync(); if i < y.len() { y[i] = x[i]; }"), ["`block::sync()`"], False),
    ("increment", kernel(XY, "let mut n = 0; while n < 4 { n++; } if i < y.len() { y[i] = x[n]; }"), ["use `+= 1` instead"], True),
    ("increment_before", kernel(XY, "let mut n = 0; let m = ++n; if i < y.len() { y[i] = x[m + n]; }"), ["use `+= 1` instead"], True),
    ("value_of_increment", kernel(XY, "let mut n = 0; if i < y.len() { y[i] = x[n++]; }"), ["use `+= 1` instead"], True),
    ("ternary", kernel(XY, "let f = |a: f32| -> f32 { a > 0.0 ? a : 0.0 }; if i < y.len() { y[i] = f(x[i]); }"), ["use an `if-else` expression instead"], True),
    ("words_of_logic", kernel(XY, "if i < y.len() and i < x.len() { y[i] = x[i]; }"), ["use `&&` to perform logical conjunction"], True),
    ("parentheses_of_for", kernel(XY, "for (j in 0..4) { if i < y.len() { y[i] += x[j]; } }"), ["remove parentheses in `for` loop"], True),
    ("arrow", kernel("p: &[P], mut y: GridMut<f32>", "let q = &p[0]; if i < y.len() { y[i] = q->a; }") + "#[repr(C)]\npub struct P {\n    a: f32,\n}\n", ["try using `.` instead"], True),
    ("not_of_c", kernel("mut y: GridMut<u32>", "if i < y.len() { y[i] = ~y[i]; }"), ["use `!` to perform bitwise not"], True),
    ("result_of_pascal", kernel(XY, "if i < y.len() { y[i] = f(x[i]); }") + "fn f(x: f32): f32 {\n    x\n}\n", ["return types are denoted using `->`"], True),
    ("arguments_of_c", kernel(XY, "let s = Shared<f32, 256>::new(); if i < y.len() { s.set(0, x[i]); y[i] = s.get(0); }"), ["use `::<...>` instead of `<...>`"], True),
    ("parameter_of_c", kernel(XY, "if i < y.len() { y[i] = f(x[i]); }") + "fn f(f32 x) -> f32 {\n    x\n}\n", ["declare the type after the parameter binding"], False),
    ("index_by_i32", kernel("n: i32, " + XY, "for j in 0..n { if i < y.len() { y[i] += x[j]; } }"), ["are indexed by a `usize`"], True),
    ("slice_by_value", kernel("x: [f32], mut y: GridMut<f32>", "if i < y.len() { y[i] = x[i]; }"), ["take a reference to the slice"], True),
    ("field_of_tid", kernel(XY, "if i.x < y.len() { y[i] = x[i]; }"), ["a `Tid` is one number, which `get` gives"], False),
    ("number_of_opencl", kernel("mut y: GridMut<u32>", "let j = thread::global_id(); if i < y.len() { y[i] = j; }"), ["`thread::index()` is this thread's own"], False),
    ("atomic_added_to", HEAD + "#[kernel]\npub fn k(c: &[Atomic<u32>]) {\n    c[0] += 1;\n}\n", ["`fetch_add(value, Relaxed)`"], False),
    ("method_of_atomic", HEAD + "#[kernel]\npub fn k(c: &[Atomic<u32>]) {\n    c[0].add(1);\n}\n", ["`fetch_add(value, Relaxed)`"], False),
    ("atomic_assigned", HEAD + "#[kernel]\npub fn k(c: &[Atomic<u32>]) {\n    c[0] = 1;\n}\n", ["`store(value, Relaxed)`"], False),
    ("atomic_read", kernel("c: &[Atomic<u32>], mut y: GridMut<u32>", "if i < y.len() { y[i] = c[i.get()]; }"), ["`load(Relaxed)`"], False),
    ("forgotten_order", HEAD + "#[kernel]\npub fn k(c: &[Atomic<u32>]) {\n    c[0].fetch_add(1);\n}\n", ["provide the argument"], True),
    ("attribute_of_cuda", HEAD + "#[global]\npub fn k(x: &[f32], mut y: GridMut<f32>) {\n    let i = thread::index();\n    if i < y.len() { y[i] = f(x[i]); }\n}\n"
     "#[device]\nfn f(x: f32) -> f32 {\n    x\n}\n", ["a kernel is marked by `#[kernel]`", "needs no mark"], True),
    ("kernel_of_cuda", HEAD + "__global__ void k(const float* x, float* y) {\n    y[0] = x[0];\n}\n", ["files end in `.cu`", "`#[kernel] pub fn name(..)`"], False),
    ("names_of_cuda_std", kernel("mut y: GridMut<u32>", "let t = thread::thread_idx_x(); let b = block::idx_x(); let n = block::dim_x(); let j = thread::index_1d(); if i < y.len() { y[i] = t; }"),
     ["`thread::idx_x()` is its place", "`thread::block_idx_x()`", "`thread::block_dim_x()`", "`thread::index()` is this thread's own"], False),
    ("crate_of_cuda", "use cuda_std::*;\n" + kernel(XY, "let _ = i;").removeprefix(HEAD), ["`use rustg_std::prelude::*;`"], False),
    ("iterated_grid", kernel(XY, "for v in y.iter_mut() { *v = 1.0; }"), ["`for i in thread::grid_stride(y.len())`"], False),
    ("grid_in_for", kernel(XY, "for v in &mut y { *v = 1.0; }"), ["`for i in thread::grid_stride(y.len())`, then `y[i]`"], False),
    ("kernel_as_method", HEAD + "pub struct P;\nimpl P {\n    #[kernel]\n    pub fn k(x: &[f32]) {}\n}\n", ["move it out, and let what it has of `self` be parameters"], False),
    ("vec_macro", kernel(XY, "let a = vec![0.0f32; 4]; let b = vec![1.0f32, 2.0]; if i < y.len() { y[i] = a[0] + b[1]; }"), ["use an array"], True),
    ("format_macro", kernel(XY, "let a = format!(\"{}\", i); let _ = a;"), ["`println!` and `dbg!` print"], False),
    ("raw_pointer", kernel("x: *const f32, mut y: GridMut<f32>", "if i < y.len() { y[i] = 1.0; }"), ["`unsafe` kernel"], False),
]


# Where the uses of a name are not all known, no change is offered.
UNCHANGED = ["reference_shadowed", "reference_in_a_macro", "reference_set_anew"]


def errors_of(rustgc, path):
    answer = subprocess.run([rustgc, path, "--error-format=json"], capture_output=True, text=True, timeout=60)
    assert answer.returncode in (0, 1), answer
    found = [json.loads(line) for line in answer.stderr.splitlines() if line.startswith("{")]
    found = [error for error in found if error["level"] == "error" and error["spans"]]
    assert (answer.returncode == 1) == bool(found), answer
    return found


def with_changes(text, errors):
    """The text with the first change that each error offers, but for those that change what one before changes."""
    data, changes = text.encode(), {}
    for error in errors:
        for child in error["children"]:
            patches = [span for span in child["spans"] if span["suggested_replacement"] is not None]
            if patches:
                for span in patches:
                    changes[span["byte_start"], span["byte_end"]] = span["suggested_replacement"].encode()
                break
    behind = 0
    for start, end in sorted(changes):
        if start < behind:
            del changes[start, end]
        else:
            behind = end
    for (start, end), replacement in sorted(changes.items(), reverse=True):
        data = data[:start] + replacement + data[end:]
    return data.decode()


def main():
    rustgc = os.path.abspath(sys.argv[1])
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text, words, mends in CASES:
            path = Path(folder, f"{name}.rs")
            path.write_text(text)
            errors = errors_of(rustgc, path)
            said = "".join(error["rendered"] for error in errors)
            if "--show" in sys.argv:
                print(f"== {name.replace('_', ' ')}\n{said}")
            problem = None if errors else "it is taken"
            problem = problem or next((f"nothing is said of {word!r}" for word in words if word not in said), None)
            if any(shown in said for shown in ("{type error}", "`&mut _`", "&mut [_]", "Mut<_>")):
                problem = "an unknown type is shown"
            if name in UNCHANGED and with_changes(text, errors) != text:
                problem = "a change is offered"
            for _ in range(3 if mends and not problem else 0):
                path.write_text(with_changes(path.read_text(), errors))
                errors = errors_of(rustgc, path)
            if mends and not problem and errors:
                problem = f"the changes do not mend it:\n{path.read_text()}" + "".join(error["rendered"] for error in errors)
            if problem:
                failed += 1
                print(f"FAILED {name}: {problem}\n{said}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
