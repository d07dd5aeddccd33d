; What follows a wait is cut: the wait stays at the head, and is the head's alone.
; until: region_formation
; expect: ^;; #1: .*sync.* start region=1
; expect: ^;; entry.*: .* divergent_branch start region=2
; reject: ^;; entry.*: .*sync.* divergent_branch
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %x, ptr %at
  %border = icmp eq i32 %x, 0
  br i1 %border, label %first, label %done
first:
  %before = getelementptr i32, ptr %out, i32 -1
  store i32 7, ptr %before
  br label %done
done:
  ret void
}
