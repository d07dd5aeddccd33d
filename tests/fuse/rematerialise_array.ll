; The place of an element of a local array is computed again where another region uses it, not kept.
; until: slot_liveness
; expect: ^;; slot .* \(\[3 x i32\]\): by thread, memory, at 0, 12 bytes, live in 1$
; reject: ^;; slot .* \(ptr\): by thread
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %own = alloca [3 x i32]
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %last = getelementptr i32, ptr %own, i32 %x
  store volatile i32 %x, ptr %last
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %read = load volatile i32, ptr %last
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %read, ptr %at
  ret void
}
