/* saxpy_text.h: the text of a kernel that tests and benchmarks of launches share. */
#ifndef TESTS_SAXPY_TEXT_H
#define TESTS_SAXPY_TEXT_H

/* `saxpy` has its name in line 4, column 8; a text that goes on behind it finds the prelude imported. */
#define SAXPY_TEXT                                                                                                     \
    "use rustg_std::prelude::*;\n"                                                                                     \
    "\n"                                                                                                               \
    "#[kernel]\n"                                                                                                      \
    "pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {\n"                                                         \
    "    let i = thread::index();\n"                                                                                   \
    "    if i < y.len() {\n"                                                                                           \
    "        y[i] = a * x[i] + y[i];\n"                                                                                \
    "    }\n"                                                                                                          \
    "}\n"

#endif
