; What crosses a barrier: by lane what varies, once for the block what does not; what is used before it lies in no slot
; that lives on.
; until: slot_liveness
; expect: ^;; slot own \(i32\): by thread, at 0, 4 bytes, live in 1$
; expect: ^;; slot shared \(i64\): uniform, at [0-9]+, 8 bytes, live in 1$
; expect: ^;; slot out \(ptr\): uniform
; reject: ^;; slot at
; reject: = phi
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  %shared = load i64, ptr %out
  %some = icmp ult i32 %x, 5
  br i1 %some, label %then, label %wait
then:
  store volatile i32 %own, ptr %out
  br label %wait
wait:
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store i32 %own, ptr %at
  store i64 %shared, ptr %out
  ret void
}
