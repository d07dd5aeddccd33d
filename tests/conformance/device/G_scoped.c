#include <lanewise/kernel.h>

#include "G_scoped.h"

LW_KERNEL(g_scoped_steps, (g_scoped_words *, words), (g_scoped_words *, old))
{
    old->add = __nv_atomic_fetch_add(&words->add, 7, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->sub = __nv_atomic_fetch_sub(&words->sub, 7, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
    old->exchange = __nv_atomic_exchange_n(&words->exchange, 9, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_SYSTEM);
    int expected = 5, value = 6, result = 0;
    int stored = __nv_atomic_compare_exchange_n(&words->compare, &expected, 6, false, __NV_ATOMIC_SEQ_CST,
                                                __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->compare = stored * 100 + expected;
    expected = 4;
    stored = __nv_atomic_compare_exchange(&words->wrong, &expected, &value, true, __NV_ATOMIC_RELEASE,
                                          __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->wrong = stored * 100 + expected;
    __nv_atomic_load(&words->loaded, &result, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
    old->loaded = result + __nv_atomic_load_n(&words->loaded, __NV_ATOMIC_ACQUIRE);
    __nv_atomic_store(&words->stored, &value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
    __nv_atomic_exchange(&words->stored, &result, &value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->stored = value;
    old->most = __nv_atomic_fetch_max(&words->most, 0xfffffff0u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->least = __nv_atomic_fetch_min(&words->least, 3u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->conjunction =
        __nv_atomic_fetch_and(&words->conjunction, 0xff00ull, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->disjunction =
        __nv_atomic_fetch_or(&words->disjunction, 1ull << 40, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->exclusive = __nv_atomic_fetch_xor(&words->exclusive, ~0ull, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->long_add = __nv_atomic_fetch_add(&words->long_add, 1ull, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    old->long_least = __nv_atomic_fetch_min(&words->long_least, -5ll, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->long_most = __nv_atomic_fetch_max(&words->long_most, -5ll, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->float_add = __nv_atomic_fetch_add(&words->float_add, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    old->double_sub = __nv_atomic_fetch_sub(&words->double_sub, 0.5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    unsigned short half_expected = 1;
    old->half_word = (unsigned short)__nv_atomic_compare_exchange_n(&words->half_word, &half_expected,
                                                                    (unsigned short)2, false, __NV_ATOMIC_RELAXED,
                                                                    __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

LW_KERNEL(g_scoped_message, (int, pairs), (int *, data), (int *, flags), (int *, out))
{
    int pair = blockIdx.x / 2, lane = threadIdx.x;
    if (pair >= pairs)
        return;
    if (blockIdx.x % 2 == 0) {
        data[pair * G_MESSAGE + lane] = 1000 * pair + lane;
        __syncthreads();
        if (lane == 0)
            __nv_atomic_store_n(&flags[pair], 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    } else {
        while (__nv_atomic_load_n(&flags[pair], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0)
            ;
        out[pair * G_MESSAGE + lane] = data[pair * G_MESSAGE + lane];
    }
}

LW_KERNEL(g_scoped_lock, (int *, lock), (int *, total))
{
    while (__nv_atomic_exchange_n(lock, 1, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) != 0)
        __nanosleep(20);
    *total = *total + 1;
    __nv_atomic_store_n(lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}
