; What has vector forms is offered to the vectoriser in those of the level, which are kept until it has looked.
; expect: call float @emu_math_expf\(float .*\) #[0-9]+
; expect: ^attributes #[0-9]+ = .*"vector-function-abi-variant"="_ZGV_LLVM_N4v_emu_math_expf\(emu_math_expf_x4\)"
; expect: ^attributes #[0-9]+ = .*"vector-function-abi-variant"="_ZGV_LLVM_N2vv_emu_math_pow\(emu_math_pow_x2\)"
; expect: ^declare <4 x float> @emu_math_expf_x4\(<4 x float>\)
; expect: ^declare <2 x double> @emu_math_pow_x2\(<2 x double>, <2 x double>\)
; expect: ^@llvm.compiler.used = appending global \[2 x ptr\] \[ptr @emu_math_(expf_x4|pow_x2), ptr @emu_math_(expf_x4|pow_x2)\]
; reject: emu_math_(jnf|cosf)_x
declare i32 @lw_fused_thread_x() memory(none)
declare float @emu_math_expf(float) memory(none)
declare float @emu_math_jnf(i32, float) memory(none)
; Not the function of this name.
declare float @emu_math_cosf(i32) memory(none)
declare double @emu_math_pow(double, double) memory(none)

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  %v = load float, ptr %at
  %e = call float @emu_math_expf(float %v)
  %j = call float @emu_math_jnf(i32 %x, float %e)
  %c = call float @emu_math_cosf(i32 %x)
  %s = fadd float %j, %c
  %d = fpext float %s to double
  %p = call double @emu_math_pow(double %d, double 3.0)
  %r = fptrunc double %p to float
  store float %r, ptr %at
  ret void
}
