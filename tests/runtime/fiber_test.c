/* fiber_test.c: fibers keep what they have while others run; stacks are kept, found again, guarded, and gone after
 * shutdown. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/api_check.h"
#include "base/tuning.h"
#include "runtime/fiber.h"
#include "rustg/rustg.h"

enum { N_FIBERS = 200, N_TURNS = 50 };

typedef struct turn {
    fiber_place place;
    uint32_t number, n_turns;
    double sum;
} turn;

static turn turns[N_FIBERS];
static fiber_place home;

/* More values than there are registers, of both kinds, live across each switch. */
static void take_turns(void *argument)
{
    turn *self = argument;
    uint64_t a = self->number, b = a * 3 + 1, c = a ^ 0x5555, d = a + 7, e = a << 3, f = ~a, g = a * a;
    double p = a * 0.5, q = p + 1, r = p * 2, s = -p, t = p / 4;
    CHECK((uintptr_t)__builtin_frame_address(0) % 16 == 0); /* as a called function finds it */
    for (uint32_t i = 0; i < N_TURNS; i++) {
        self->n_turns++;
        fiber_switch(&self->place, &home);
        a += b, b ^= c, c += d, d ^= e, e += f, f ^= g, g += a;
        p += q, q -= r * 0.25, r += s, s -= t, t += 0.125;
    }
    self->sum = (double)(uint32_t)(a ^ b ^ c ^ d ^ e ^ f ^ g) + p + q + r + s + t;
    fiber_switch(&self->place, &home);
}

/* The same without any switch. */
static double expected(uint32_t number)
{
    uint64_t a = number, b = a * 3 + 1, c = a ^ 0x5555, d = a + 7, e = a << 3, f = ~a, g = a * a;
    double p = a * 0.5, q = p + 1, r = p * 2, s = -p, t = p / 4;
    for (uint32_t i = 0; i < N_TURNS; i++) {
        a += b, b ^= c, c += d, d ^= e, e += f, f ^= g, g += a;
        p += q, q -= r * 0.25, r += s, s -= t, t += 0.125;
    }
    return (double)(uint32_t)(a ^ b ^ c ^ d ^ e ^ f ^ g) + p + q + r + s + t;
}

static void test_turns(fiber_stacks *stacks)
{
    for (uint32_t i = 0; i < N_FIBERS; i++) {
        size_t n_bytes;
        uint8_t *stack = fiber_stacks_at(stacks, i, &n_bytes);
        CHECK(n_bytes >= 128 << 10);
        turns[i] = (turn){.number = i};
        fiber_make(&turns[i].place, stack, n_bytes, take_turns, &turns[i]);
    }
    for (uint32_t turn_number = 0; turn_number <= N_TURNS; turn_number++)
        for (uint32_t i = 0; i < N_FIBERS; i++)
            fiber_switch(&home, &turns[i].place);
    for (uint32_t i = 0; i < N_FIBERS; i++)
        CHECK(turns[i].n_turns == N_TURNS && turns[i].sum == expected(i));
}

static void test_kept(void)
{
    fiber_stacks *first = fiber_stacks_take(N_FIBERS, 16), *second = fiber_stacks_take(N_FIBERS, 16);
    CHECK(first && second && first != second && first->n >= N_FIBERS && fiber_stacks_n_kept() == 0);
    size_t n = first->n, n_bytes;
    memset(first->for_owner, 1, n * 16);
    test_turns(first);
    uint8_t *last = fiber_stacks_at(first, n - 1, &n_bytes);
    memset(last, 1, n_bytes);
    test_turns(first); /* on stacks that were used */
    fiber_stacks_give(first);
    fiber_stacks_give(second);
    fiber_stacks_give(NULL);
    CHECK(fiber_stacks_n_kept() == 2 * n);
    fiber_stacks *other = fiber_stacks_take(N_FIBERS, 32), *small = fiber_stacks_take(1, 16);
    CHECK(other && small && small->n < n && fiber_stacks_n_kept() == 2 * n); /* of other sizes */
    CHECK(fiber_stacks_take(n, 16) == second && fiber_stacks_n_kept() == n);
    fiber_stacks_give(other);
    fiber_stacks_give(small);
    fiber_stacks_give(second);
    fiber_stacks_release_kept();
    CHECK(fiber_stacks_n_kept() == 0);
}

/* Below each stack. */
static void test_guard(void)
{
    fiber_stacks *stacks = fiber_stacks_take(2, 16);
    int status = 0;
    CHECK(stacks);
    pid_t child = fork();
    if (child == 0) {
        *(volatile uint8_t *)(fiber_stacks_at(stacks, 1, NULL) - 1) = 1;
        _exit(0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && !(WIFEXITED(status) && WEXITSTATUS(status) == 0));
    fiber_stacks_give(stacks);
}

static void test_most_kept(void)
{
    enum { N = 10 };
    fiber_stacks *taken[N];
    fiber_stacks_release_kept();
    for (int i = 0; i < N; i++)
        CHECK((taken[i] = fiber_stacks_take(1024, 16)) != NULL);
    for (int i = 0; i < N; i++)
        fiber_stacks_give(taken[i]);
    CHECK(fiber_stacks_n_kept() == TUNING_KEPT_FIBER_STACKS);
}

int main(void)
{
    CHECK(rustg_initialize(NULL, NULL) == RUSTG_OK);
    test_kept();
    test_guard();
    test_most_kept();
    rustg_shutdown();
    CHECK(fiber_stacks_n_kept() == 0);
    return check_exit();
}
