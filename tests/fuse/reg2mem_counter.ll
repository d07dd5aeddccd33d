; A loop with a barrier, turned by all lanes: its counter is the block's, its sum the lane's.
; until: slot_liveness
; expect: ^;; slot .*next.* \(i32\): uniform, .*live in 1 2
; expect: ^;; slot .*more.sum.* \(i32\): by thread, .*live in 1 2
; reject: ^;; slot .*next.*by thread
; reject: = phi
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %words = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %n = call i32 @lw_fused_block_dim_x()
  %at = getelementptr i32, ptr %words, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more.sum, %loop ]
  store i32 %sum, ptr %at
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %word.at = getelementptr i32, ptr %words, i32 %i
  %word = load i32, ptr %at
  %more.sum = add i32 %sum, %word
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store i32 %more.sum, ptr %at
  ret void
}
