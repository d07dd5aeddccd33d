; Each thread reads every third number of a row of its own. A fused multiply-add is one instruction, so vectors would save
; less than the loads at separate addresses cost.
; level: 2
; options: --optimize
; expect: call float @llvm.fma.f32
; reject: llvm\.fma\.v
declare i32 @lw_fused_thread_x() memory(none)
declare float @llvm.fma.f32(float, float, float)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %rows.at = getelementptr i8, ptr %arguments, i64 8
  %rows = load ptr, ptr %rows.at
  %x = call i32 @lw_fused_thread_x()
  %wide = zext i32 %x to i64
  %row.at = getelementptr i32, ptr %rows, i64 %wide
  %row = load i32, ptr %row.at
  %start = sext i32 %row to i64
  %next.at = getelementptr i32, ptr %row.at, i64 1
  %next = load i32, ptr %next.at
  %end = sext i32 %next to i64
  %none = icmp sge i64 %start, %end
  br i1 %none, label %done, label %loop
loop:
  %j = phi i64 [ %start, %entry ], [ %j.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %third = mul nsw i64 %j, 3
  %from = getelementptr float, ptr %in, i64 %third
  %value = load float, ptr %from
  %more = call float @llvm.fma.f32(float %value, float 2.0, float %sum)
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %end
  br i1 %again, label %loop, label %done
done:
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  %out.at = getelementptr float, ptr %in, i64 %wide
  store float %result, ptr %out.at
  ret void
}
