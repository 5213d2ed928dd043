/* malloc_replaced.h: for a program whose malloc family stands before the C library's, which wants glibc and no
 * sanitizer. MALLOC_REPLACED is 1 there; elsewhere it is 0, and the program only says that it is skipped. */
#ifndef RUSTG_MALLOC_REPLACED_H
#define RUSTG_MALLOC_REPLACED_H

#include <stdio.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MEMORY_SANITIZED 1
#endif
#endif
#if !defined(__GLIBC__) || defined(MEMORY_SANITIZED) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MALLOC_REPLACED 0
int main(void)
{
    puts("skipped: malloc cannot be replaced here");
    return 77;
}
#else
#define MALLOC_REPLACED 1
void *__libc_malloc(size_t n_bytes);
void *__libc_calloc(size_t n, size_t n_bytes);
void *__libc_realloc(void *data, size_t n_bytes);
void __libc_free(void *data);
#endif

#endif
