; Threads leave the inner loop one after the other, meet behind it, and come to it again from the outer loop: its counter is
; the same for all that run it together, although a branch in it is divergent.
; until: region_formation
; expect: ^;; inner: .* lockstep
; expect: ^;; inner uniform: .*%shared
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = internal constant { ptr, i32, ptr } zeroinitializer

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %threads = call i32 @lw_fused_block_dim_x()
  br label %outer
outer:
  %step = phi i32 [ 0, %entry ], [ %step.next, %behind ]
  %any = icmp slt i32 %x, %n
  br i1 %any, label %inner, label %behind
inner:
  %i = phi i32 [ %x, %outer ], [ %i.next, %stored ]
  %at = getelementptr i32, ptr %out, i32 %i
  %old = load i32, ptr %at
  %odd = icmp sgt i32 %old, %step
  br i1 %odd, label %change, label %stored
change:
  %there = getelementptr i32, ptr %out, i32 %old
  %less = load i32, ptr %there
  br label %stored
stored:
  %new = phi i32 [ %old, %inner ], [ %less, %change ]
  store i32 %new, ptr %at
  %i.next = add i32 %i, %threads
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %inner, label %behind
behind:
  call i64 @lw_fused_barrier(i32 0, ptr @site)
  %step.next = add i32 %step, 1
  %again = icmp slt i32 %step.next, 10
  br i1 %again, label %outer, label %done
done:
  ret void
}
