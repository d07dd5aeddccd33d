; Lanes store what all do, then some store more: a region each, since none keeps anything from the one to the other.
; until: region_formation
; expect: ^;; #0: .* start region=0
; expect: ^;; entry: .* divergent_branch start region=1
; expect: ^#0\| store i32 %x, ptr %at
; expect: ^entry\| br i1 %border
; reject: region=2
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
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
