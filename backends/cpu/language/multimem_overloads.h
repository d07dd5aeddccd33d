/* Multicast addresses for a C++ compiler, which checks kernel files as nvcc reads them, and makes no code: it needs declarations
 * only. */
#ifndef LW_CPU_MULTIMEM_OVERLOADS_H
#define LW_CPU_MULTIMEM_OVERLOADS_H

#define LW_CPU_DECLARE_LOAD(name)                                                                                      \
    template <typename T>                                                                                              \
    T lw_multimem_ld_reduce_##name(const T *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
#define LW_CPU_DECLARE_LOADS(name)                                                                                     \
    LW_CPU_DECLARE_LOAD(name)                                                                                          \
    template <typename T>                                                                                              \
    void lw_multimem_ld_reduce_##name##_v2(T *result, const T *address, int order,                                     \
                                           int scope = __NV_THREAD_SCOPE_SYSTEM);                                      \
    template <typename T>                                                                                              \
    void lw_multimem_ld_reduce_##name##_v4(T *result, const T *address, int order,                                     \
                                           int scope = __NV_THREAD_SCOPE_SYSTEM);
LW_CPU_DECLARE_LOADS(add)
LW_CPU_DECLARE_LOADS(add_acc_f32)
LW_CPU_DECLARE_LOADS(min)
LW_CPU_DECLARE_LOADS(max)
LW_CPU_DECLARE_LOAD(and)
LW_CPU_DECLARE_LOAD(or)
LW_CPU_DECLARE_LOAD(xor)
#undef LW_CPU_DECLARE_LOADS
#undef LW_CPU_DECLARE_LOAD

#define LW_CPU_DECLARE_STORE(name)                                                                                     \
    template <typename T, typename V>                                                                                  \
    void lw_multimem_##name(T *address, V value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
#define LW_CPU_DECLARE_STORES(name)                                                                                    \
    LW_CPU_DECLARE_STORE(name)                                                                                         \
    template <typename T>                                                                                              \
    void lw_multimem_##name##_v2(T *address, const T *values, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);        \
    template <typename T>                                                                                              \
    void lw_multimem_##name##_v4(T *address, const T *values, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
LW_CPU_DECLARE_STORES(st)
LW_CPU_DECLARE_STORES(red_add)
LW_CPU_DECLARE_STORE(red_min)
LW_CPU_DECLARE_STORE(red_max)
LW_CPU_DECLARE_STORE(red_and)
LW_CPU_DECLARE_STORE(red_or)
LW_CPU_DECLARE_STORE(red_xor)
#undef LW_CPU_DECLARE_STORES
#undef LW_CPU_DECLARE_STORE

#endif
