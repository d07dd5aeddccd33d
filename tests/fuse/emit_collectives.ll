; Lanes that part at a branch and meet again leave together where all choose the next region: no lane keeps a state.
; expect: switch i32 %
; reject: store i16 .*!llvm.access.group
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %words = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %words, i32 %x
  br label %loop
loop:
  %half = phi i32 [ 128, %entry ], [ %next, %join ]
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %mine = icmp ult i32 %x, %half
  br i1 %mine, label %then, label %join
then:
  %word = load i32, ptr %at
  %more = add i32 %word, %half
  store i32 %more, ptr %at
  br label %join
join:
  %next = lshr i32 %half, 1
  %last = icmp ult i32 %half, 2
  br i1 %last, label %done, label %loop
done:
  ret void
}
