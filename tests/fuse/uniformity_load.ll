; A load from one address is the same for all lanes; through an index of the lane it is not.
; until: uniformity
; expect: ^;; entry divergent: %x %at %own %sum$
; expect: ^;; entry uniform: %in %first$
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %first = load i32, ptr %in
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %in, i32 %x
  %own = load i32, ptr %at
  %sum = add i32 %own, %first
  store i32 %sum, ptr %at
  ret void
}
