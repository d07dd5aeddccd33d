; Lanes that went apart across a wait meet again at a start.
; until: region_formation
; expect: ^;; few: .*sync=collective .*start
; expect: ^;; all: .*start
; reject: ^;; done: .*start
; reject: ^;; inside: .*start
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %some = icmp ult i32 %x, 5
  br i1 %some, label %few, label %all
few:
  store i32 1, ptr %at
  %m = call i64 @lw_fused_collective(i32 0, i32 31, i64 0, i32 0, ptr @site)
  store i32 2, ptr %at
  br label %all
all:
  store i32 %x, ptr %out
  %more = icmp ult i32 %x, 9
  br i1 %more, label %inside, label %done
inside:
  store i32 3, ptr %at
  br label %done
done:
  ret void
}
