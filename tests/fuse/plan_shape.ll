; Where rows are whole warps, lanes of a warp meet in strips: the special copy for 32x8 is kept, that for 24x8 is dropped
; before anything is emitted.
; until: plan
; shape: 32x8 24x8
; expect: ^;; plan: about 238 instructions of at most 33120; blocks run one by one: threads wait; for 32x8$
; expect: ^;; region 0: strips of 32 from region 0 \(regions 0 1\); all to region 1; 11 instructions, 2 copies$
; expect: ^;; plan: .*; for 24x8; dropped: nothing is gained by the shape$
; reject: for 32x8; dropped
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @warps__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %row = shl i32 %y, 10
  %i = add i32 %row, %x
  %from = getelementptr i64, ptr %data, i32 %i
  %value = load i64, ptr %from
  %other = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %value, i32 8196, ptr @site)
  store i64 %other, ptr %from
  ret void
}
