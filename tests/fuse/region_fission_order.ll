; Atomic additions of floats come in the order of the fibers, a lane's one after the other: it is one region.
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
  store i32 %x, ptr %at
  %one = atomicrmw fadd ptr %out, float 1.0 monotonic
  %border = icmp eq i32 %x, 0
  br i1 %border, label %first, label %done
first:
  %two = atomicrmw fadd ptr %out, float 2.0 monotonic
  store i32 7, ptr %at
  br label %done
done:
  ret void
}
