; All lanes choose between two barriers: both sides start, so that it is asked once for the block.
; until: region_formation
; expect: ^;; left: .*sync=barrier start
; expect: ^;; right: .*sync=barrier start
; expect: ^;; #1: .* start
; expect: ^;; #3: .* start
; expect: ^;; done: number
; reject: ^;; done: .* start
declare i32 @lw_fused_block_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %b = call i32 @lw_fused_block_x()
  %even = icmp eq i32 %b, 0
  br i1 %even, label %left, label %right
left:
  store i32 1, ptr %at
  %l = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store i32 2, ptr %at
  br label %done
right:
  store i32 3, ptr %at
  %r = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store i32 4, ptr %at
  br label %done
done:
  store i32 %x, ptr %out
  ret void
}
