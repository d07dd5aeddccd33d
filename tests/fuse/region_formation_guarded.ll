; Behind a guard by the thread's place the choice between the loop and what follows it is a region of its own: from the
; guard's region threads go on to one of two, so that strips that the guard does not cut stay whole.
; until: region_formation
; expect: ^;; within: .* start region=1$
; expect: ^;; sums.preheader: .* start region=2$
; expect: ^;; sums: .* start lockstep region=3$
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %m.at = getelementptr i8, ptr %arguments, i64 4
  %m = load i32, ptr %m.at
  %in.at = getelementptr i8, ptr %arguments, i64 8
  %in = load ptr, ptr %in.at
  %out.at = getelementptr i8, ptr %arguments, i64 16
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %size = call i32 @lw_fused_block_dim_x()
  %before = mul i32 %block, %size
  %i = add i32 %before, %x
  %outside = icmp sge i32 %i, %n
  br i1 %outside, label %end, label %within
within:
  %wide = sext i32 %i to i64
  %from = getelementptr float, ptr %in, i64 %wide
  %first = load float, ptr %from
  %any = icmp sgt i32 %m, 0
  br i1 %any, label %sums, label %store
sums:
  %k = phi i32 [ 0, %within ], [ %k_next, %sums ]
  %sum = phi float [ %first, %within ], [ %sum_next, %sums ]
  %term.at = getelementptr float, ptr %in, i32 %k
  %term = load float, ptr %term.at
  %product = fmul float %sum, %first
  %sum_next = fadd float %product, %term
  %k_next = add i32 %k, 1
  %more = icmp slt i32 %k_next, %m
  br i1 %more, label %sums, label %store
store:
  %result = phi float [ %first, %within ], [ %sum_next, %sums ]
  %to = getelementptr float, ptr %out, i64 %wide
  store float %result, ptr %to
  br label %end
end:
  ret void
}
