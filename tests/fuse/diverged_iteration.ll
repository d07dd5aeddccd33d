; Lanes that have left a loop wait behind it while the others turn on: asked by their states, in the function for all.
; One loop does it: none before it counts them.
; report: k: fused: 
; reject: zext i1 .* to i16
; expect: icmp eq i16 %[0-9]+, 4
; expect: switch i32 %[0-9]+, label %[0-9]+ \[
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
