/* valgrind_stack.h: tells valgrind of a stack that a program maps for itself. Where valgrind's header is not there when
 * rustg is built, nobody is told. */
#ifndef RUSTG_VALGRIND_STACK_H
#define RUSTG_VALGRIND_STACK_H

#ifdef __has_include
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif
#ifndef VALGRIND_STACK_REGISTER
#define VALGRIND_STACK_REGISTER(begin, end) ((void)(begin), (void)(end), 0u)
#define VALGRIND_STACK_DEREGISTER(id)       ((void)(id))
#endif

#endif
