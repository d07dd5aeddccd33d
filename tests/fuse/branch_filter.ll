; Few threads take the branch, and its atomic hands out numbers, so that the loop over threads is not vectors. A loop before it is:
; it gives each thread that takes the branch a bit of a number. These threads run one by one, from the lowest bit on.
; options: --level=1
; until: branch_filter
; expect: fcmp ogt <8 x float>
; expect: shl <8 x i32>
; expect: call i32 @llvm\.cttz\.i32\(i32 %[0-9]+, i1 true\)
; reject: llvm\.ctpop
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %second
  %third = getelementptr i8, ptr %arguments, i64 16
  %count = load ptr, ptr %third
  %x = call i32 @lw_fused_thread_x()
  %i = zext i32 %x to i64
  %at = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %at
  %square = fmul float %v, %v
  %sum = fadd float %square, %v
  %taken = fcmp ogt float %sum, 3.0
  br i1 %taken, label %append, label %done
append:
  %place = call i32 @emu_atomic_add_u32(ptr %count, i32 1)
  %to = getelementptr float, ptr %out, i32 %place
  store float %sum, ptr %to
  br label %done
done:
  ret void
}
