; A lane's array that is used on both sides of a barrier is kept; one that is used on one side is not.
; until: slot_liveness
; expect: ^;; slot .* \(\[3 x i32\]\): by thread, memory, at [0-9]+, 12 bytes, live in 1$
; expect: ^;; slot .* \(\[5 x i32\]\): by thread, memory, within a region$
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %kept = alloca [3 x i32]
  %brief = alloca [5 x i32]
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %which = load i32, ptr %at
  %kept.at = getelementptr i32, ptr %kept, i32 %which
  store volatile i32 %x, ptr %kept.at
  %brief.at = getelementptr i32, ptr %brief, i32 %which
  store volatile i32 %x, ptr %brief.at
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %read = load volatile i32, ptr %kept.at
  store i32 %read, ptr %at
  ret void
}
