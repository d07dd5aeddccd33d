; Where vectors of 512 bits are, both widths are offered, and the function asks for the wider: clang prefers 256.
; level: 2
; expect: "vector-function-abi-variant"="_ZGV_LLVM_N8v_emu_math_expf\(emu_math_expf_x8\),_ZGV_LLVM_N16v_emu_math_expf\(emu_math_expf_x16\)"
; expect: "vector-function-abi-variant"="_ZGV_LLVM_N4vv_emu_math_pow\(emu_math_pow_x4\),_ZGV_LLVM_N8vv_emu_math_pow\(emu_math_pow_x8\)"
; expect: ^attributes #[0-9]+ = .*"prefer-vector-width"="512"
; reject: emu_math_(expf_x4|pow_x2)
declare i32 @lw_fused_thread_x() memory(none)
declare float @emu_math_expf(float) memory(none)
declare float @emu_math_jnf(i32, float) memory(none)
declare double @emu_math_pow(double, double) memory(none)

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  %v = load float, ptr %at
  %e = call float @emu_math_expf(float %v)
  %j = call float @emu_math_jnf(i32 %x, float %e)
  %d = fpext float %j to double
  %p = call double @emu_math_pow(double %d, double 3.0)
  %r = fptrunc double %p to float
  store float %r, ptr %at
  ret void
}
