; A loop that all threads run reads in[min(max(i + k, 0), last)]: where the bounds keep no thread's index of a strip, its loads are
; neighbours, without the minimum, the maximum, and the test for a sum that wraps around.
; report: k: region 1: strips of 16 threads
; expect: icmp sge i32 %[0-9]+, 0$
; expect: icmp uge i32 %[0-9]+, 15$
; expect: %index[0-9]* = add i64 %[0-9]+, %[0-9]+$
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %last.at = getelementptr i8, ptr %arguments, i64 4
  %last = load i32, ptr %last.at
  %in.at = getelementptr i8, ptr %arguments, i64 8
  %in = load ptr, ptr %in.at
  %out.at = getelementptr i8, ptr %arguments, i64 16
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %first = mul i32 %block, 256
  %i = add i32 %first, %x
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %k.next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %body ]
  %more = icmp slt i32 %k, %n
  br i1 %more, label %body, label %done
body:
  %beside = add i32 %i, %k
  %least = call i32 @llvm.smax.i32(i32 %beside, i32 0)
  %most = call i32 @llvm.smin.i32(i32 %least, i32 %last)
  %at = sext i32 %most to i64
  %from = getelementptr float, ptr %in, i64 %at
  %read = load float, ptr %from
  %sum.next = fadd float %sum, %read
  %k.next = add i32 %k, 1
  br label %head
done:
  %into.at = sext i32 %i to i64
  %into = getelementptr float, ptr %out, i64 %into.at
  store float %sum, ptr %into
  ret void
}
