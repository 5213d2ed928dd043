/* fuzz_limit.c: linked into libFuzzer's targets in the place of their entry (--wrap): an input may take
 * FUZZ_PROCESSOR_SECONDS of processor time, 30 where the variable is not set. */
#include "fuzz/fuzz_limit.h"

#include "fuzz/fuzz_rig.h"

int __real_LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data);
int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data);

int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    const char *seconds = getenv("FUZZ_PROCESSOR_SECONDS");
    fuzz_limit((seconds ? atol(seconds) : 30) * 1000);
    const int answer = __real_LLVMFuzzerTestOneInput(data, n_data);
    fuzz_limit(0);
    return answer;
}
