; What a lane has read before is used behind the branch: it would have to be kept. So it is one region.
; until: region_formation
; expect: region=0
; reject: region=1
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %old = load i32, ptr %at
  store i32 %x, ptr %at
  %border = icmp eq i32 %x, 0
  br i1 %border, label %first, label %done
first:
  %before = getelementptr i32, ptr %out, i32 -1
  store i32 %old, ptr %before
  br label %done
done:
  ret void
}
