/* The atomics with order and scope for a C++ compiler, which checks kernel files as nvcc reads them, and makes no code:
 * it needs declarations only. */
#ifndef LW_CPU_ATOMIC_SCOPED_OVERLOADS_H
#define LW_CPU_ATOMIC_SCOPED_OVERLOADS_H

#define LW_CPU_DECLARE_FETCH(operation)                                                                                \
    template <typename T, typename V>                                                                                  \
    T __nv_atomic_fetch_##operation(T *address, V value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
LW_CPU_DECLARE_FETCH(add)
LW_CPU_DECLARE_FETCH(sub)
LW_CPU_DECLARE_FETCH(min)
LW_CPU_DECLARE_FETCH(max)
LW_CPU_DECLARE_FETCH(and)
LW_CPU_DECLARE_FETCH(or)
LW_CPU_DECLARE_FETCH(xor)
#undef LW_CPU_DECLARE_FETCH

template <typename T> void __nv_atomic_load(T *address, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename T> T __nv_atomic_load_n(T *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename T> void __nv_atomic_store(T *address, T *value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename T, typename V>
void __nv_atomic_store_n(T *address, V value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename T>
void __nv_atomic_exchange(T *address, T *value, T *old, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename T, typename V>
T __nv_atomic_exchange_n(T *address, V value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename T>
bool __nv_atomic_compare_exchange(T *address, T *expected, T *value, bool weak, int success, int failure,
                                  int scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename T, typename V>
bool __nv_atomic_compare_exchange_n(T *address, T *expected, V value, bool weak, int success, int failure,
                                    int scope = __NV_THREAD_SCOPE_SYSTEM);

#endif
