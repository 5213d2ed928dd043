/* embed_library.c: a build tool. embed_library OUT.c FILE.rs...: writes the library's sources as C, for
 * library_files.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int copy(FILE *out, const char *path, int index)
{
    FILE *in = fopen(path, "rb");
    int byte, n = 0;
    if (!in)
        return 0;
    fprintf(out, "static const char text_%d[] = {", index);
    while ((byte = getc(in)) != EOF)
        fprintf(out, n++ % 24 == 0 ? "\n%d," : "%d,", byte);
    fprintf(out, "0};\n");
    return fclose(in) == 0;
}

int main(int argc, char **argv)
{
    FILE *out = argc > 2 ? fopen(argv[1], "wb") : NULL;
    if (!out) {
        fprintf(stderr, "usage: embed_library OUT.c FILE.rs...\n");
        return 1;
    }
    fprintf(out, "/* Made from kernels/library by embed_library. */\n#include \"sema/library_files.h\"\n\n");
    for (int i = 2; i < argc; i++)
        if (!copy(out, argv[i], i)) {
            fprintf(stderr, "embed_library: %s: %s\n", argv[i], strerror(errno));
            fclose(out);
            remove(argv[1]);
            return 1;
        }
    fprintf(out, "\nstatic const struct {\n    const char *name, *text;\n    size_t n_bytes;\n} files[] = {\n");
    for (int i = 2; i < argc; i++) {
        const char *name = base_name(argv[i]);
        fprintf(out, "    {\"%.*s\", text_%d, sizeof text_%d - 1},\n", (int)strcspn(name, "."), name, i, i);
    }
    fprintf(out,
            "};\n\nconst char *library_file(uint32_t index, const char **name, size_t *n_bytes)\n{\n"
            "    if (index >= sizeof files / sizeof files[0])\n        return NULL;\n"
            "    *name = files[index].name;\n    *n_bytes = files[index].n_bytes;\n    return files[index].text;\n}\n");
    return fclose(out) == 0 ? 0 : 1;
}
