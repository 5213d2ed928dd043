/* membrane.c: seeks the shape from which a membrane, let go, forms a word after thousands of steps.
 * membrane [--cpu] [--side N] [--steps N] [--rounds N] [--kernels FILE.rs] [PICTURE.png]
 *
 * Each round runs the simulation, goes back through all its steps by the adjoint of one, which gives the gradient for
 * the shape at the beginning, and moves that. The picture has the membrane at the beginning, on the way and at the end,
 * and the word. Exits with 1 if the last round misses by more than a fifth of what the first one does. */
#include <math.h>
#include <rustg/rustg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        if ((call) != RUSTG_OK) {                                                                                      \
            fprintf(stderr, "%s\n%s\n", error.message, error.hint);                                                    \
            exit(2);                                                                                                   \
        }                                                                                                              \
    } while (0)

static rustg_error error;

typedef struct membrane {
    rustg_context *context;
    rustg_stream *stream;
    rustg_function *step, *step_back, *miss_back, *descend;
    uint32_t side, steps;
    uint64_t n; /* masses */
    /* Of all steps one behind the other; each of the others has n floats. */
    rustg_buffer *heights, *speeds;
    rustg_buffer *target, *missed, *ones, *d_target, *d_missed, *way;
    rustg_buffer *d_height[2], *d_speed[2]; /* behind a step, and before it */
} membrane;

static rustg_buffer *new_floats(membrane *m, uint64_t n)
{
    rustg_buffer *buffer;
    TRY(rustg_buffer_allocate(m->context, n * sizeof(float), m->stream, &buffer, &error));
    TRY(rustg_fill_buffer(buffer, 0, 0, 1, n * sizeof(float), m->stream, &error));
    return buffer;
}

static rustg_launch_argument floats(const membrane *m, rustg_buffer *buffer, uint64_t step)
{
    return (rustg_launch_argument){.buffer = buffer, .offset = step * m->n, .length = m->n};
}

static void launch(const membrane *m, rustg_function *function, const rustg_launch_argument *args, size_t n_args)
{
    const rustg_launch_config config = {.struct_size = sizeof config, .n_elements = m->n};
    TRY(rustg_launch(function, m->stream, &config, args, n_args, &error));
}

static void run_forward(const membrane *m)
{
    for (uint64_t k = 0; k < m->steps; k++) {
        const rustg_launch_argument args[] = {{.value = &m->side, .n_bytes = sizeof m->side},
                                              floats(m, m->heights, k),
                                              floats(m, m->speeds, k),
                                              floats(m, m->heights, k + 1),
                                              floats(m, m->speeds, k + 1)};
        launch(m, m->step, args, 5);
    }
}

/* Leaves the gradient for the first heights in d_height[0]. A step's adjoint grows the gradients before it, and leaves
 * zeros in those behind it, which are the ones before the next. */
static void run_backward(membrane *m)
{
    const uint64_t bytes = m->n * sizeof(float);
    TRY(rustg_fill_buffer(m->d_height[0], 0, 0, 1, bytes, m->stream, &error));
    TRY(rustg_fill_buffer(m->d_speed[0], 0, 0, 1, bytes, m->stream, &error));
    TRY(rustg_copy_between(m->d_missed, 0, m->ones, 0, bytes, m->stream, &error));
    const rustg_launch_argument miss[] = {floats(m, m->heights, m->steps), floats(m, m->target, 0),
                                          floats(m, m->missed, 0),         floats(m, m->d_height[0], 0),
                                          floats(m, m->d_target, 0),       floats(m, m->d_missed, 0)};
    launch(m, m->miss_back, miss, 6);
    for (uint64_t k = m->steps; k-- > 0;) {
        const rustg_launch_argument args[] = {{.value = &m->side, .n_bytes = sizeof m->side},
                                              floats(m, m->heights, k),
                                              floats(m, m->speeds, k),
                                              floats(m, m->heights, k + 1),
                                              floats(m, m->speeds, k + 1),
                                              floats(m, m->d_height[1], 0),
                                              floats(m, m->d_speed[1], 0),
                                              floats(m, m->d_height[0], 0),
                                              floats(m, m->d_speed[0], 0)};
        launch(m, m->step_back, args, 9);
        rustg_buffer *height = m->d_height[0], *speed = m->d_speed[0];
        m->d_height[0] = m->d_height[1];
        m->d_speed[0] = m->d_speed[1];
        m->d_height[1] = height;
        m->d_speed[1] = speed;
    }
}

static void move(const membrane *m)
{
    const float rate = 0.3f, kept = 0.8f;
    const rustg_launch_argument args[] = {{.value = &rate, .n_bytes = sizeof rate},
                                          {.value = &kept, .n_bytes = sizeof kept},
                                          floats(m, m->d_height[0], 0),
                                          floats(m, m->way, 0),
                                          floats(m, m->heights, 0)};
    launch(m, m->descend, args, 5);
}

static void read_back(const membrane *m, rustg_buffer *from, uint64_t step, float *to)
{
    TRY(rustg_copy_from_buffer(to, from, step * m->n * sizeof *to, m->n * sizeof *to, m->stream, &error));
    TRY(rustg_stream_wait(m->stream, &error));
}

/* The word in the middle, in letters of five columns of seven dots. */
static void draw_word(float *at, uint32_t side)
{
    static const char *const letters[] = {
        "1111010001100011111010100100101000110001", /* R */
        "1000110001100011000110001100010111000000", /* U */
        "0111110000100000111000001000011111000000", /* S */
        "1111100100001000010000100001000010000000", /* T */
    };
    enum { N_LETTERS = 4, COLUMNS = 5, ROWS = 7 };
    const uint32_t dot = side / 26 ? side / 26 : 1, width = dot * (N_LETTERS * (COLUMNS + 1) - 1), height = dot * ROWS;
    for (uint32_t y = 0; y < height && height <= side; y++)
        for (uint32_t x = 0; x < width && width <= side; x++) {
            const uint32_t column = x / dot % (COLUMNS + 1), letter = x / dot / (COLUMNS + 1);
            if (column < COLUMNS && letters[letter][y / dot * COLUMNS + column] == '1')
                at[(y + (side - height) / 2) * side + x + (side - width) / 2] = 0.5f;
        }
}

/* ---- the picture: a PNG of 256 colours that is not compressed ---- */

typedef struct png {
    FILE *file;
    uint32_t crc, a, b;
} png;

static void png_bytes(png *p, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p->crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            p->crc = p->crc >> 1 ^ (p->crc & 1 ? 0xEDB88320u : 0);
    }
    fwrite(bytes, 1, n, p->file);
}

static void png_number(png *p, uint32_t x)
{
    png_bytes(p, (const uint8_t[]){(uint8_t)(x >> 24), (uint8_t)(x >> 16), (uint8_t)(x >> 8), (uint8_t)x}, 4);
}

static void png_begin(png *p, const char *name, size_t n)
{
    png_number(p, (uint32_t)n);
    p->crc = UINT32_MAX;
    png_bytes(p, (const uint8_t *)name, 4);
}

static void png_end(png *p)
{
    png_number(p, ~p->crc);
}

/* From blue over white to red. */
static void png_colours(png *p)
{
    png_begin(p, "PLTE", 3 * 256);
    for (int i = 0; i < 256; i++) {
        const int off = 2 * abs(i - 128);
        const uint8_t fades = (uint8_t)(off > 255 ? 0 : 255 - off), stays = 255;
        png_bytes(p, (const uint8_t[]){i < 128 ? fades : stays, fades, i < 128 ? stays : fades}, 3);
    }
    png_end(p);
}

static int write_picture(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height)
{
    png p = {.file = fopen(path, "wb"), .a = 1};
    const uint32_t row = width + 1;
    if (!p.file)
        return 0;
    fwrite("\x89PNG\r\n\x1A\n", 1, 8, p.file);
    png_begin(&p, "IHDR", 13);
    png_number(&p, width);
    png_number(&p, height);
    png_bytes(&p, (const uint8_t[]){8, 3, 0, 0, 0}, 5);
    png_end(&p);
    png_colours(&p);
    png_begin(&p, "IDAT", 2 + (size_t)height * (5 + row) + 4);
    png_bytes(&p, (const uint8_t[]){0x78, 1}, 2);
    for (uint32_t y = 0; y < height; y++) { /* a row is a block that is stored */
        const uint8_t head[] = {y + 1 == height, (uint8_t)row,         (uint8_t)(row >> 8),
                                (uint8_t)~row,   (uint8_t)(~row >> 8), 0};
        png_bytes(&p, head, 6);
        png_bytes(&p, pixels + (size_t)y * width, width);
        p.b = (p.b + p.a) % 65521; /* the filter, 0 */
        for (uint32_t x = 0; x < width; x++) {
            p.a = (p.a + pixels[(size_t)y * width + x]) % 65521;
            p.b = (p.b + p.a) % 65521;
        }
    }
    png_number(&p, p.b << 16 | p.a);
    png_end(&p);
    png_begin(&p, "IEND", 0);
    png_end(&p);
    return fclose(p.file) == 0;
}

static void draw_panel(uint8_t *pixels, uint32_t width, uint32_t first, const float *heights, uint32_t side)
{
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const float level = 128 + 200 * heights[y * side + x];
            pixels[y * width + first + x] = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
        }
}

static int draw(const membrane *m, const char *path, float *heights)
{
    enum { N_PANELS = 6, GAP = 2 };
    const uint32_t width = N_PANELS * (m->side + GAP) - GAP;
    const uint64_t moments[N_PANELS - 1] = {0, m->steps / 2, m->steps - m->steps / 50, m->steps - m->steps / 200,
                                            m->steps};
    uint8_t *pixels = malloc((size_t)width * m->side);
    if (!pixels)
        return 0;
    memset(pixels, 0, (size_t)width * m->side);
    for (uint32_t k = 0; k < N_PANELS; k++) {
        read_back(m, k + 1 < N_PANELS ? m->heights : m->target, k + 1 < N_PANELS ? moments[k] : 0, heights);
        draw_panel(pixels, width, k * (m->side + GAP), heights, m->side);
    }
    const int is_written = write_picture(path, pixels, width, m->side);
    free(pixels);
    return is_written;
}

/* ---- */

static void open_kernels(membrane *m, rustg_module **module, const char *path, int on_cpu)
{
    const rustg_context_options here = {.struct_size = sizeof here, .allow_cpu = 1};
    rustg_adjoint step = {.struct_size = sizeof step}, miss = {.struct_size = sizeof miss};
    static char text[1 << 14];
    FILE *file = fopen(path, "rb");
    const size_t n = file ? fread(text, 1, sizeof text, file) : 0;
    if (file)
        fclose(file);
    if (!n) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    TRY(rustg_initialize(NULL, &error));
    TRY(rustg_context_open(on_cpu ? RUSTG_BACKEND_CPU : RUSTG_BACKEND_CUDA, 0, &here, &m->context, &error));
    TRY(rustg_stream_create(m->context, &m->stream, &error));
    const rustg_source source = {.name = path, .bytes = (const uint8_t *)text, .n_bytes = n, .edition = 2024};
    TRY(rustg_module_from_rust(m->context, &source, 1, NULL, module, &error));
    TRY(rustg_module_function(*module, "step", &m->step, &error));
    TRY(rustg_module_function(*module, "descend", &m->descend, &error));
    TRY(rustg_module_adjoint(*module, "step", &step, &error));
    TRY(rustg_module_adjoint(*module, "miss", &miss, &error));
    m->step_back = step.adjoint;
    m->miss_back = miss.adjoint;
}

static void open_buffers(membrane *m, float *host)
{
    m->heights = new_floats(m, (m->steps + 1ull) * m->n);
    m->speeds = new_floats(m, (m->steps + 1ull) * m->n);
    m->target = new_floats(m, m->n);
    m->missed = new_floats(m, m->n);
    m->ones = new_floats(m, m->n);
    m->d_target = new_floats(m, m->n);
    m->d_missed = new_floats(m, m->n);
    m->way = new_floats(m, m->n);
    for (int k = 0; k < 2; k++) {
        m->d_height[k] = new_floats(m, m->n);
        m->d_speed[k] = new_floats(m, m->n);
    }
    for (uint64_t i = 0; i < m->n; i++)
        host[i] = 1;
    TRY(rustg_copy_to_buffer(m->ones, 0, host, m->n * sizeof *host, m->stream, &error));
    memset(host, 0, m->n * sizeof *host);
    draw_word(host, m->side);
    TRY(rustg_copy_to_buffer(m->target, 0, host, m->n * sizeof *host, m->stream, &error));
    TRY(rustg_stream_wait(m->stream, &error));
}

static void free_buffers(const membrane *m)
{
    rustg_buffer *const all[] = {m->heights,  m->speeds, m->target,      m->missed,      m->ones,       m->d_target,
                                 m->d_missed, m->way,    m->d_height[0], m->d_height[1], m->d_speed[0], m->d_speed[1]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        rustg_buffer_free(all[i]);
}

static double total(const float *numbers, uint64_t n)
{
    double sum = 0;
    for (uint64_t i = 0; i < n; i++)
        sum += (double)numbers[i];
    return sum;
}

int main(int argc, char **argv)
{
    membrane m = {.side = 64, .steps = 2000};
    const char *kernels = "examples/membrane/membrane.rs", *picture = NULL;
    int rounds = 60, on_cpu = 0;
    rustg_module *module;
    double first = 0, missed = 0;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--cpu") == 0)
            on_cpu = 1;
        else if (strcmp(argv[i], "--side") == 0)
            m.side = (uint32_t)atoi(value), i++;
        else if (strcmp(argv[i], "--steps") == 0)
            m.steps = (uint32_t)atoi(value), i++;
        else if (strcmp(argv[i], "--rounds") == 0)
            rounds = atoi(value), i++;
        else if (strcmp(argv[i], "--kernels") == 0)
            kernels = value, i++;
        else
            picture = argv[i];
    }
    m.n = (uint64_t)m.side * m.side;
    float *host = malloc((m.n + 1) * sizeof *host);
    if (!host || m.side < 24 || m.steps < 1)
        return fprintf(stderr, "a membrane has 24 masses a side at least, and a step\n"), 2;
    open_kernels(&m, &module, kernels, on_cpu);
    open_buffers(&m, host);
    for (int round = 0; round < rounds; round++) {
        run_forward(&m);
        run_backward(&m); /* it tells how far the membrane is, too */
        read_back(&m, m.missed, 0, host);
        missed = total(host, m.n);
        if (round == 0)
            first = missed;
        if (round % 10 == 0 || round + 1 == rounds)
            printf("round %3d: misses by %.4f\n", round, missed);
        if (round + 1 < rounds)
            move(&m);
    }
    if (picture && !draw(&m, picture, host))
        return fprintf(stderr, "%s cannot be written\n", picture), 2;
    free(host);
    free_buffers(&m);
    rustg_module_free(module);
    rustg_stream_destroy(m.stream);
    rustg_context_close(m.context);
    rustg_shutdown();
    return !(missed <= 0.2 * first);
}
