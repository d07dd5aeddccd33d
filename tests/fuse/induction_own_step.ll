; A step of the lane's own stays what it is.
; until: induction
; expect: ^loop\| %i = phi i32 \[ %x, %entry \]
; expect: ^;; loop divergent: %i
; reject: %shared
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %step = or i32 %x, 1
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %at
  %next = add i32 %i, %step
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done
done:
  ret void
}
