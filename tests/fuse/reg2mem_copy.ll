; A sum that enters a loop, leaves it and is used again lies in one slot; what it was before the loop, still wanted behind
; it, in another.
; until: slot_liveness
; expect: ^;; slot first\|more \(i32\): by thread, at 0, .*live in 1 2 3 4
; expect: ^;; slot first \(i32\): by thread, at 4, .*live in 1 2 3 4
; expect: ^loop\| store i32 %more, ptr %0,
; reject: ^#[0-9]+\| store i32
; reject: ^;; slot .*by thread, at 8
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %words = load ptr, ptr %arguments
  %n = call i32 @lw_fused_block_dim_x()
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %words, i32 %x
  %first = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi i32 [ %first, %entry ], [ %more, %turn ]
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  br label %turn
turn:
  %word = load i32, ptr %at
  %more = add i32 %sum, %word
  store i32 %more, ptr %at
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %out
out:
  %left = phi i32 [ %more, %turn ]
  %c = call i64 @lw_fused_barrier(i32 0, ptr @site)
  br label %done
done:
  %both = xor i32 %left, %first
  store i32 %both, ptr %at
  ret void
}
