; A pointer into a lane's array that is kept in memory may be used later than its place is seen to be: such an array is
; kept over every barrier, though no instruction names it after one.
; until: slot_liveness
; expect: ^;; slot .* \([[]3 x i32]\): by thread, memory, at [0-9]+, 12 bytes, live in 1$
; expect: ^;; slot .* \([[]5 x i32]\): by thread, memory, within a region$
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %pointed = alloca [3 x i32]
  %brief = alloca [5 x i32]
  %pointer = alloca ptr
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %which = load i32, ptr %at
  %pointed.at = getelementptr i32, ptr %pointed, i32 %which
  store volatile i32 %x, ptr %pointed.at
  store volatile ptr %pointed.at, ptr %pointer
  %brief.at = getelementptr i32, ptr %brief, i32 %which
  store volatile i32 %x, ptr %brief.at
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %again = load volatile ptr, ptr %pointer
  %read = load volatile i32, ptr %again
  store i32 %read, ptr %at
  ret void
}
