; Each thread has its own last iteration: those that have left the loop wait while the others iterate.
; until: plan
; expect: ^;; plan: about 458 instructions of at most 33312; blocks run one by one: not by the global x index alone$
; expect: ^;; region 1: rows, iterated by diverged threads; watched, each its own way to region 1 or region 2; 15 instructions, 4 copies$
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %row = mul i32 %y, 100
  %start = add i32 %row, %x
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %at
  %next = add i32 %i, 256
  %more = icmp ult i32 %next, 2000
  br i1 %more, label %loop, label %done
done:
  %own = getelementptr i32, ptr %out, i32 %start
  store i32 7, ptr %own
  ret void
}
