; i = thread; i += blockDim: a start of the lane's and a counter that all lanes share.
; until: induction
; expect: ^;; loop uniform: %shared
; expect: ^loop\| %shared = phi i32 \[ 0, %entry \]
; expect: ^loop\| %[^ ]+ = add i32 %x, %shared
; reject: ^loop\| .*phi i32 \[ %x
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %step = call i32 @lw_fused_block_dim_x()
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
