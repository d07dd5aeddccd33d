; A sum that all lanes make together, turn by turn: a strip goes through all turns, its sums in a vector.
; report: k: region 1: strips of 16 threads
; expect: ^!.* = !{!"llvm.loop.vectorize.width", i32 16}
; expect: alloca \[16 x float\]
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  %first = load float, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %first, %entry ], [ %more, %loop ]
  %from = getelementptr float, ptr %out, i32 %i
  %each = load float, ptr %from
  %more = fadd float %sum, %each
  %next = add i32 %i, 1
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  store float %more, ptr %at
  ret void
}
