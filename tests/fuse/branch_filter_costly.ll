; A branch with a division and an exponential may be vectors, which then compute it for all threads. A loop before it finds out which
; threads take it: a few run one by one, many as vectors, and where none does there is nothing to do.
; options: --level=1
; until: vectorise
; expect: shl <8 x i32>
; expect: call i32 @llvm\.cttz\.i32\(
; expect: call .*i32 @llvm\.ctpop\.i32\(
; expect: call <8 x float> @emu_math_expf_x8\(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare float @emu_math_expf(float) memory(none) nounwind willreturn

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %second
  %x = call i32 @lw_fused_thread_x()
  %i = zext i32 %x to i64
  %at = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %at
  %square = fmul float %v, %v
  %sum = fadd float %square, %v
  %taken = fcmp ogt float %sum, 3.0
  br i1 %taken, label %costly, label %done
costly:
  %e = call float @emu_math_expf(float %sum)
  %q = fdiv float %e, %v
  %to = getelementptr float, ptr %out, i64 %i
  store float %q, ptr %to
  br label %done
done:
  ret void
}
