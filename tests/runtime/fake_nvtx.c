/* fake_nvtx.c: a tool that listens to NVTX: as the library that NVTX_INJECTION64_PATH names (version 3), and as
 * libnvToolsExt.so.1 (version 2). It writes down what it hears; tests find fake_nvtx_heard with dlsym. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef void (*function)(void);
typedef struct callbacks {
    size_t struct_size;
    int (*table)(int module, function ***table, unsigned *n);
} callbacks;

static char heard[1 << 16];
static size_t n_heard;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *fake_nvtx_heard(void);
int InitializeInjectionNvtx2(const void *(*export_table)(uint32_t id));
int nvtxRangePushA(const char *name);
int nvtxRangePop(void);

static int hear(char way, const char *name)
{
    size_t n = strlen(name);
    pthread_mutex_lock(&lock);
    if (n_heard + n + 2 < sizeof heard) {
        heard[n_heard++] = way;
        memcpy(heard + n_heard, name, n);
        n_heard += n;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

const char *fake_nvtx_heard(void)
{
    return heard;
}

static int push_3(const char *name)
{
    return hear('3', name);
}

static int pop_3(void)
{
    return hear(';', "");
}

int nvtxRangePushA(const char *name)
{
    return hear('2', name);
}

int nvtxRangePop(void)
{
    return hear(';', "");
}

/* 1: attached. All modules that the header knows must be there. */
int InitializeInjectionNvtx2(const void *(*export_table)(uint32_t id))
{
    const callbacks *all = export_table(1);
    const uint32_t *version = export_table(3);
    function **table = NULL;
    unsigned n = 0;
    int (*own_push)(const char *) = push_3;
    int (*own_pop)(void) = pop_3;
    if (!all || all->struct_size != sizeof *all || !version || version[sizeof(size_t) / 4] != 3)
        return 0;
    if (all->table(0, &table, &n) || all->table(7, &table, &n))
        return 0;
    for (int module = 1; module < 7; module++)
        if (!all->table(module, &table, &n) || n < 7 || table[0] || !table[n - 1] || table[n])
            return 0;
    all->table(1, &table, &n);
    if (n != 16)
        return 0;
    memcpy(table[9], &own_push, sizeof own_push);
    memcpy(table[11], &own_pop, sizeof own_pop);
    return 1;
}
