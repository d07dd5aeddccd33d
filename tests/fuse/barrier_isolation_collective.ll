; What a lane brings to a collective stands before the cut, what it gets behind it.
; until: barrier_isolation
; expect: ^;; entry: .*sync=collective operation=9
; expect: ^#0\| call void @lw_fused_bring\(i32 -1, i64 %[^ ]+, i32 5\)
; expect: ^entry\| .*call i64 @lw_fused_result
; reject: call .*@lw_fused_collective
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %value = zext i32 %x to i64
  %got = call i64 @lw_fused_collective(i32 9, i32 -1, i64 %value, i32 5, ptr @site)
  %at = getelementptr i64, ptr %out, i32 %x
  store i64 %got, ptr %at
  ret void
}
