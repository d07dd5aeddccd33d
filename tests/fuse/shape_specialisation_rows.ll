; Blocks with rows gain by their shape where they have barriers. Not where a lane's place tells of other blocks (wide, low),
; where nobody asks for rows (line), where there is no barrier (flat), and where lanes keep many values over one (heavy).
; Where lanes of a warp meet, they gain if rows are warps, or some whole rows are a warp (not 24x8).
; shape: 16x16 24x8 32x8
; report: ^tile\.16x16: fused: 2 regions
; report: ^deep\.16x16: fused: 2 regions
; expect: ^@tile__fused_0 = hidden constant .*, ptr @tile\.16x16__fused_0, i32 0, i32 0, i32 2, i32 0 \}
; expect: ^@wide__fused_0 = hidden constant .*, ptr @wide\.32x8__fused_0, i32 0, i32 0, i32 2, i32 0 \}
; expect: ^@deep__fused_0 = hidden constant .*, ptr @deep\.16x16__fused_0, i32 0, i32 0, i32 2, i32 0 \}
; expect: ^@warps__fused_0 = hidden constant .*, ptr @warps\.32x8__fused_0, i32 0, i32 0, i32 1, i32 0 \}
; expect: ^@warps\.16x16__fused_0 = 
; reject: @(low|line|flat|heavy)\.16x16
; reject: @warps\.24x8
; reject: @(wide\.16x16|tile\.32x8)
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_y() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @tile__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %tx = call i32 @lw_fused_thread_x()
  %ty = call i32 @lw_fused_thread_y()
  %bx = call i32 @lw_fused_block_x()
  %by = call i32 @lw_fused_block_y()
  %left = shl i32 %bx, 4
  %top = shl i32 %by, 4
  %x = add i32 %left, %tx
  %y = add i32 %top, %ty
  %row = shl i32 %y, 10
  %i = add i32 %row, %x
  %from = getelementptr float, ptr %data, i32 %i
  %value = load float, ptr %from
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = fadd float %value, 1.0
  %to = getelementptr float, ptr %from, i32 5
  store float %more, ptr %to
  ret void
}

define void @deep__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %tx = call i32 @lw_fused_thread_x()
  %ty = call i32 @lw_fused_thread_y()
  %bx = call i32 @lw_fused_block_x()
  %by = call i32 @lw_fused_block_y()
  %left = shl i32 %bx, 4
  %top = mul i32 %by, 48
  %x = add i32 %left, %tx
  %y = add i32 %top, %ty
  %row = shl i32 %y, 10
  %i = add i32 %row, %x
  %from = getelementptr float, ptr %data, i32 %i
  %value = load float, ptr %from
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = fadd float %value, 1.0
  %to = getelementptr float, ptr %from, i32 5
  store float %more, ptr %to
  ret void
}

define void @wide__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %tx = call i32 @lw_fused_thread_x()
  %ty = call i32 @lw_fused_thread_y()
  %bx = call i32 @lw_fused_block_x()
  %by = call i32 @lw_fused_block_y()
  %left = shl i32 %bx, 5
  %top = shl i32 %by, 4
  %x = add i32 %left, %tx
  %y = add i32 %top, %ty
  %row = shl i32 %y, 10
  %i = add i32 %row, %x
  %from = getelementptr float, ptr %data, i32 %i
  %value = load float, ptr %from
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = fadd float %value, 1.0
  %to = getelementptr float, ptr %from, i32 5
  store float %more, ptr %to
  ret void
}

define void @low__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %tx = call i32 @lw_fused_thread_x()
  %ty = call i32 @lw_fused_thread_y()
  %bx = call i32 @lw_fused_block_x()
  %by = call i32 @lw_fused_block_y()
  %left = shl i32 %bx, 4
  %top = shl i32 %by, 3
  %x = add i32 %left, %tx
  %y = add i32 %top, %ty
  %row = shl i32 %y, 10
  %i = add i32 %row, %x
  %from = getelementptr float, ptr %data, i32 %i
  %value = load float, ptr %from
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = fadd float %value, 1.0
  %to = getelementptr float, ptr %from, i32 5
  store float %more, ptr %to
  ret void
}

define void @line__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %tx = call i32 @lw_fused_thread_x()
  %ty = add i32 0, 0
  %bx = call i32 @lw_fused_block_x()
  %by = call i32 @lw_fused_block_y()
  %left = shl i32 %bx, 4
  %top = shl i32 %by, 4
  %x = add i32 %left, %tx
  %y = add i32 %top, %ty
  %row = shl i32 %y, 10
  %i = add i32 %row, %x
  %from = getelementptr float, ptr %data, i32 %i
  %value = load float, ptr %from
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = fadd float %value, 1.0
  %to = getelementptr float, ptr %from, i32 5
  store float %more, ptr %to
  ret void
}

define void @flat__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %tx = call i32 @lw_fused_thread_x()
  %ty = call i32 @lw_fused_thread_y()
  %bx = call i32 @lw_fused_block_x()
  %by = call i32 @lw_fused_block_y()
  %left = shl i32 %bx, 4
  %top = shl i32 %by, 4
  %x = add i32 %left, %tx
  %y = add i32 %top, %ty
  %row = shl i32 %y, 10
  %i = add i32 %row, %x
  %from = getelementptr float, ptr %data, i32 %i
  %value = load float, ptr %from
  %more = fadd float %value, 1.0
  %to = getelementptr float, ptr %from, i32 5
  store float %more, ptr %to
  ret void
}

define void @heavy__fiber(ptr %arguments) {
  %data = load ptr, ptr %arguments
  %tx = call i32 @lw_fused_thread_x()
  %ty = call i32 @lw_fused_thread_y()
  %bx = call i32 @lw_fused_block_x()
  %by = call i32 @lw_fused_block_y()
  %left = shl i32 %bx, 4
  %top = shl i32 %by, 4
  %x = add i32 %left, %tx
  %y = add i32 %top, %ty
  %row = shl i32 %y, 10
  %i = add i32 %row, %x
  %from = getelementptr float, ptr %data, i32 %i
  %from0 = getelementptr float, ptr %from, i32 1000
  %v0 = load float, ptr %from0
  %from1 = getelementptr float, ptr %from, i32 2000
  %v1 = load float, ptr %from1
  %from2 = getelementptr float, ptr %from, i32 3000
  %v2 = load float, ptr %from2
  %value = load float, ptr %from
  store float 0.0, ptr %from
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %a0 = fadd float %v0, %v1
  %a1 = fadd float %a0, %v2
  %more = fadd float %value, %a1
  %to = getelementptr float, ptr %from, i32 5
  store float %more, ptr %to
  ret void
}

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
