; Threads leave the loop from the end of their row on: the others iterate again as a shorter row.
; until: plan
; expect: ^;; region 1: rows split by a guard, iterated by the first threads of each row; by the guard split to region 1, then region 2; 13 instructions, 5 copies$
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %bound = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %bound
  %x = call i32 @lw_fused_thread_x()
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %at
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %own = getelementptr i32, ptr %out, i32 %x
  store i32 7, ptr %own
  ret void
}
