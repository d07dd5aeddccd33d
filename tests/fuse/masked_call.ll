; A vector calls a function for all its threads, and a NaN or another rare argument would send it to its slow way. Threads that do not
; call it themselves have 1: both conditions count.
; options: --level=1
; until: vectorise
; expect: select <8 x i1> %[0-9]+, <8 x float> %[a-z0-9.]+, <8 x float> <float 1.000000e\+00, float 1.000000e\+00
; expect: and <8 x i1> %[0-9]+, %[0-9]+
; expect: call <8 x float> @emu_math_sinf_x8\(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare float @emu_math_sinf(float) memory(none) nounwind willreturn

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %second
  %x = call i32 @lw_fused_thread_x()
  %i = zext i32 %x to i64
  %at = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %at
  %taken = fcmp ogt float %v, 3.0
  br i1 %taken, label %more, label %done
more:
  %small = fcmp olt float %v, 9.0
  br i1 %small, label %call, label %done
call:
  %s = call float @emu_math_sinf(float %v)
  br label %done
done:
  %r = phi float [ %v, %entry ], [ %v, %more ], [ %s, %call ]
  %to = getelementptr float, ptr %out, i64 %i
  store float %r, ptr %to
  ret void
}
