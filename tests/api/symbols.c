/* Variables of the device, from the host. */
#include <string.h>

#include <lanewise/descriptor.h>

#include "device/kernels.h"
#include "tests/harness/test.h"

#define REFUSED(call, status, words)                                                                                   \
    do {                                                                                                               \
        CHECK_STATUS(call, status);                                                                                    \
        CHECK_MESSAGE(t->device, words);                                                                               \
    } while (0)

TEST(api, symbol_copies)
{
    lw_stream *stream = lw_default_stream(t->device);
    int counter[4] = {1, 2, 3, 4}, increment = 5, got[4] = {0};
    char *address = NULL;
    size_t size = 0;
    CHECK_STATUS(lw_symbol_get_size(t->device, &size, LW_SYMBOL(api_counter)), LW_SUCCESS);
    CHECK_EQUAL(size, sizeof counter);
    CHECK_STATUS(lw_symbol_get_size(t->device, &size, LW_SYMBOL(api_increment)), LW_SUCCESS);
    CHECK_EQUAL(size, sizeof increment);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(api_counter), counter, sizeof counter, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol_async(stream, LW_SYMBOL(api_increment), &increment, sizeof increment, 0),
                 LW_SUCCESS);
    CHECK_STATUS(lw_launch(api_step, lw_linear(stream, 32, 32)), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, got, LW_SYMBOL(api_counter), sizeof got, 0), LW_SUCCESS);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(got[i], counter[i] + 5);
    /* Part of it, and through its address. */
    int minus = -1;
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(api_counter), &minus, 4, 8), LW_SUCCESS);
    CHECK_STATUS(lw_symbol_get_address(t->device, (void **)&address, LW_SYMBOL(api_counter)), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got, address + 4, 8, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK(got[0] == 7 && got[1] == -1);
    CHECK_STATUS(lw_memcpy_from_symbol_async(stream, got, LW_SYMBOL(api_counter), 4, 12), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(got[0], 9);
    /* From device memory. */
    int *memory;
    CHECK_STATUS(lw_malloc(t->device, (void **)&memory, 16), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, memory, LW_SYMBOL(api_counter), 16, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, memory, 0, 4), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(api_counter), memory, 16, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, got, LW_SYMBOL(api_counter), 16, 0), LW_SUCCESS);
    CHECK(got[0] == 0 && got[1] == 7 && got[2] == -1 && got[3] == 9);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(api, symbol_bad_arguments)
{
    lw_stream *stream = lw_default_stream(t->device);
    char host[64] = {0}, *address = host, *kept = host;
    size_t size = 99;
    const lw_symbol *counter = LW_SYMBOL(api_counter);
    const lw_status bad = LW_ERROR_INVALID_VALUE, none = LW_ERROR_INVALID_SYMBOL;
    REFUSED(lw_memcpy_to_symbol(t->device, NULL, host, 4, 0), none, "lw_memcpy_to_symbol: symbol is null");
    REFUSED(lw_memcpy_from_symbol(t->device, host, NULL, 4, 0), none, "lw_memcpy_from_symbol: symbol is null");
    REFUSED(lw_memcpy_to_symbol_async(stream, NULL, host, 4, 0), none, "symbol is null");
    REFUSED(lw_memcpy_from_symbol_async(stream, host, NULL, 4, 0), none, "symbol is null");
    REFUSED(lw_symbol_get_address(t->device, (void **)&address, NULL), none, "symbol is null");
    REFUSED(lw_symbol_get_size(t->device, &size, NULL), none, "symbol is null");
    REFUSED(lw_symbol_get_address(t->device, NULL, counter), bad, "pointer is null");
    REFUSED(lw_symbol_get_size(t->device, NULL, counter), bad, "size is null");
    CHECK(address == kept && size == 99);
    REFUSED(lw_memcpy_to_symbol(t->device, counter, NULL, 4, 0), bad, "source is null");
    REFUSED(lw_memcpy_from_symbol(t->device, NULL, counter, 4, 0), bad, "destination is null");
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, counter, NULL, 0, 16), LW_SUCCESS);
    REFUSED(lw_memcpy_to_symbol(t->device, counter, host, 17, 0), bad, "symbol api_counter has 16 bytes");
    REFUSED(lw_memcpy_to_symbol(t->device, counter, host, 4, 13), bad, "offset + size is 17");
    REFUSED(lw_memcpy_to_symbol(t->device, counter, host, 0, 17), bad, "offset is 17");
    REFUSED(lw_memcpy_from_symbol(t->device, host, counter, SIZE_MAX, 4), bad, "api_counter has 16 bytes");
    REFUSED(lw_memcpy_from_symbol_async(stream, host, counter, 1, SIZE_MAX), bad, "api_counter has 16 bytes");

    CHECK_STATUS(lw_symbol_get_address(t->device, (void **)&address, counter), LW_SUCCESS);
    lw_pointer_attributes a;
    CHECK_STATUS(lw_pointer_get_attributes(t->device, address + 15, &a), LW_SUCCESS);
    CHECK(a.space == LW_SPACE_DEVICE && a.base == address && a.size == 16);
    REFUSED(lw_memset(t->device, address, 0, 17), bad, "end 1 past the 16-byte symbol");
    REFUSED(lw_free(t->device, address), bad, "in a symbol, which is never freed");

    lw_module module = {.version = LW_DESCRIPTOR_VERSION + 1};
    lw_symbol foreign = {.module = &module, .name = "foreign", .address = host, .size = 4};
    REFUSED(lw_symbol_get_size(t->device, &size, &foreign), LW_ERROR_VERSION, "compiled for version 7");
}
