; What neighbouring lanes read for each sum is neighbours already: the sums lie by lane.
; level: 2
; report: k: region 2: strips of 16 threads, after a barrier
; reject: @places
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
declare ptr @lw_fused_shared(ptr) memory(none)
declare float @llvm.fma.f32(float, float, float) memory(none)
@site = external constant i8
@rows = external global [64 x float]
@columns = external global [64 x float]

define void @k__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %to = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %to
  %x = call i32 @lw_fused_thread_x()
  %a = call ptr @lw_fused_shared(ptr @rows)
  %b = call ptr @lw_fused_shared(ptr @columns)
  %row = lshr i32 %x, 4
  %rest = and i32 %x, 3
  %quarter = shl i32 %rest, 2
  %at.a = getelementptr float, ptr %a, i32 %row
  %column.0 = add i32 %x, 0
  %at.b.0 = getelementptr float, ptr %b, i32 %column.0
  %column.1 = add i32 %x, 16
  %at.b.1 = getelementptr float, ptr %b, i32 %column.1
  %column.2 = add i32 %x, 32
  %at.b.2 = getelementptr float, ptr %b, i32 %column.2
  %column.3 = add i32 %x, 48
  %at.b.3 = getelementptr float, ptr %b, i32 %column.3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum.0 = phi float [ 0.0, %entry ], [ %more.0, %loop ]
  %sum.1 = phi float [ 0.0, %entry ], [ %more.1, %loop ]
  %sum.2 = phi float [ 0.0, %entry ], [ %more.2, %loop ]
  %sum.3 = phi float [ 0.0, %entry ], [ %more.3, %loop ]
  call i64 @lw_fused_barrier(i32 0, ptr @site)
  %number.a = load float, ptr %at.a
  %number.b.0 = load float, ptr %at.b.0
  %number.b.1 = load float, ptr %at.b.1
  %number.b.2 = load float, ptr %at.b.2
  %number.b.3 = load float, ptr %at.b.3
  %more.0 = call float @llvm.fma.f32(float %number.a, float %number.b.0, float %sum.0)
  %more.1 = call float @llvm.fma.f32(float %number.a, float %number.b.1, float %sum.1)
  %more.2 = call float @llvm.fma.f32(float %number.a, float %number.b.2, float %sum.2)
  %more.3 = call float @llvm.fma.f32(float %number.a, float %number.b.3, float %sum.3)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %left.0 = phi float [ %more.0, %loop ]
  %left.1 = phi float [ %more.1, %loop ]
  %left.2 = phi float [ %more.2, %loop ]
  %left.3 = phi float [ %more.3, %loop ]
  %first = shl i32 %x, 2
  %index.0 = add i32 %first, 0
  %into.0 = getelementptr float, ptr %out, i32 %index.0
  store float %left.0, ptr %into.0
  %index.1 = add i32 %first, 1
  %into.1 = getelementptr float, ptr %out, i32 %index.1
  store float %left.1, ptr %into.1
  %index.2 = add i32 %first, 2
  %into.2 = getelementptr float, ptr %out, i32 %index.2
  store float %left.2, ptr %into.2
  %index.3 = add i32 %first, 3
  %into.3 = getelementptr float, ptr %out, i32 %index.3
  store float %left.3, ptr %into.3
  ret void
}
