; Of two values that meet behind a branch one lies where they meet from the start, the other is stored on the way there:
; where it is made, it would replace the first.
; until: slot_liveness
; expect: ^entry\| store i32 %one, ptr %0,
; expect: ^entry\| store i32 %two, ptr %1,
; expect: ^other\| store i32 %[0-9]+, ptr %0,
; reject: ^skip\| store
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %words = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %words, i32 %x
  %one = load i32, ptr %at
  %two = mul i32 %one, %one
  store i32 %two, ptr %words
  %low = icmp ult i32 %x, 5
  br i1 %low, label %skip, label %other
skip:
  %a = atomicrmw add ptr %words, i32 1 monotonic
  br label %joined
other:
  %c = atomicrmw sub ptr %words, i32 2 monotonic
  br label %joined
joined:
  %both = phi i32 [ %one, %skip ], [ %two, %other ]
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store i32 %both, ptr %at
  ret void
}
