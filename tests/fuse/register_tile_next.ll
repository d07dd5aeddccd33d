; Sums of a product grow in parts of a row, each a register tile; meanwhile the next numbers are fetched: what they will be
; for the next strip is asked for beforehand, a line of each of its four rows.
; level: 1
; report: k: region 3: strips of 16 threads
; expect: ^@places = private constant \[64 x i16\] \[i16 0, i16 16, i16 32, i16 48, i16 64,
; expect: ^@places.[0-9]+ = private constant \[64 x i16\] \[i16 0, i16 16, i16 32, i16 48, i16 64,
; expect: mul i64 %[0-9]+, 12$
; expect: call void @llvm.prefetch.p0\(ptr %[0-9]+, i32 0, i32 3, i32 1\)
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
declare ptr @lw_fused_shared(ptr) memory(none)
declare float @llvm.fma.f32(float, float, float) memory(none)
@site = external constant i8
@rows = external global [256 x float]
@columns = external global [256 x float]

define void @k__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %to = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %to
  %from = getelementptr i8, ptr %arguments, i64 16
  %matrix = load ptr, ptr %from
  %x = call i32 @lw_fused_thread_x()
  %a = call ptr @lw_fused_shared(ptr @rows)
  %b = call ptr @lw_fused_shared(ptr @columns)
  %row = lshr i32 %x, 2
  %rest = and i32 %x, 3
  %high = shl i32 %row, 2
  %wide = shl i32 %rest, 2
  %at.a = getelementptr float, ptr %a, i32 %high
  %at.b = getelementptr float, ptr %b, i32 %wide
  %stride = sext i32 %n to i64
  %row.64 = zext i32 %row to i64
  %far = mul i64 %row.64, %stride
  %rest.64 = zext i32 %rest to i64
  %index = add i64 %far, %rest.64
  %at.g = getelementptr float, ptr %matrix, i64 %index
  %own = getelementptr float, ptr %a, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %kept = phi float [ 0.0, %entry ], [ %fetched, %loop ]
  %sum.0.0 = phi float [ 0.0, %entry ], [ %gg.0.0, %loop ]
  %sum.0.1 = phi float [ 0.0, %entry ], [ %gg.0.1, %loop ]
  %sum.0.2 = phi float [ 0.0, %entry ], [ %gg.0.2, %loop ]
  %sum.0.3 = phi float [ 0.0, %entry ], [ %gg.0.3, %loop ]
  %sum.1.0 = phi float [ 0.0, %entry ], [ %gg.1.0, %loop ]
  %sum.1.1 = phi float [ 0.0, %entry ], [ %gg.1.1, %loop ]
  %sum.1.2 = phi float [ 0.0, %entry ], [ %gg.1.2, %loop ]
  %sum.1.3 = phi float [ 0.0, %entry ], [ %gg.1.3, %loop ]
  %sum.2.0 = phi float [ 0.0, %entry ], [ %gg.2.0, %loop ]
  %sum.2.1 = phi float [ 0.0, %entry ], [ %gg.2.1, %loop ]
  %sum.2.2 = phi float [ 0.0, %entry ], [ %gg.2.2, %loop ]
  %sum.2.3 = phi float [ 0.0, %entry ], [ %gg.2.3, %loop ]
  %sum.3.0 = phi float [ 0.0, %entry ], [ %gg.3.0, %loop ]
  %sum.3.1 = phi float [ 0.0, %entry ], [ %gg.3.1, %loop ]
  %sum.3.2 = phi float [ 0.0, %entry ], [ %gg.3.2, %loop ]
  %sum.3.3 = phi float [ 0.0, %entry ], [ %gg.3.3, %loop ]
  store float %kept, ptr %own
  call i64 @lw_fused_barrier(i32 0, ptr @site)
  %turn = zext i32 %i to i64
  %place = getelementptr float, ptr %at.g, i64 %turn
  %fetched = load float, ptr %place
  %pa.0.0 = getelementptr float, ptr %at.a, i32 0
  %a.0.0 = load float, ptr %pa.0.0
  %pb.0.0 = getelementptr float, ptr %at.b, i32 0
  %n.0.0 = load float, ptr %pb.0.0
  %pa.0.1 = getelementptr float, ptr %at.a, i32 1
  %a.0.1 = load float, ptr %pa.0.1
  %pb.0.1 = getelementptr float, ptr %at.b, i32 1
  %n.0.1 = load float, ptr %pb.0.1
  %pa.0.2 = getelementptr float, ptr %at.a, i32 2
  %a.0.2 = load float, ptr %pa.0.2
  %pb.0.2 = getelementptr float, ptr %at.b, i32 2
  %n.0.2 = load float, ptr %pb.0.2
  %pa.0.3 = getelementptr float, ptr %at.a, i32 3
  %a.0.3 = load float, ptr %pa.0.3
  %pb.0.3 = getelementptr float, ptr %at.b, i32 3
  %n.0.3 = load float, ptr %pb.0.3
  %bb.0.0 = call float @llvm.fma.f32(float %a.0.0, float %n.0.0, float %sum.0.0)
  %bb.0.1 = call float @llvm.fma.f32(float %a.0.0, float %n.0.1, float %sum.0.1)
  %bb.0.2 = call float @llvm.fma.f32(float %a.0.0, float %n.0.2, float %sum.0.2)
  %bb.0.3 = call float @llvm.fma.f32(float %a.0.0, float %n.0.3, float %sum.0.3)
  %bb.1.0 = call float @llvm.fma.f32(float %a.0.1, float %n.0.0, float %sum.1.0)
  %bb.1.1 = call float @llvm.fma.f32(float %a.0.1, float %n.0.1, float %sum.1.1)
  %bb.1.2 = call float @llvm.fma.f32(float %a.0.1, float %n.0.2, float %sum.1.2)
  %bb.1.3 = call float @llvm.fma.f32(float %a.0.1, float %n.0.3, float %sum.1.3)
  %bb.2.0 = call float @llvm.fma.f32(float %a.0.2, float %n.0.0, float %sum.2.0)
  %bb.2.1 = call float @llvm.fma.f32(float %a.0.2, float %n.0.1, float %sum.2.1)
  %bb.2.2 = call float @llvm.fma.f32(float %a.0.2, float %n.0.2, float %sum.2.2)
  %bb.2.3 = call float @llvm.fma.f32(float %a.0.2, float %n.0.3, float %sum.2.3)
  %bb.3.0 = call float @llvm.fma.f32(float %a.0.3, float %n.0.0, float %sum.3.0)
  %bb.3.1 = call float @llvm.fma.f32(float %a.0.3, float %n.0.1, float %sum.3.1)
  %bb.3.2 = call float @llvm.fma.f32(float %a.0.3, float %n.0.2, float %sum.3.2)
  %bb.3.3 = call float @llvm.fma.f32(float %a.0.3, float %n.0.3, float %sum.3.3)
  %pa.1.0 = getelementptr float, ptr %at.a, i32 64
  %a.1.0 = load float, ptr %pa.1.0
  %pb.1.0 = getelementptr float, ptr %at.b, i32 16
  %n.1.0 = load float, ptr %pb.1.0
  %pa.1.1 = getelementptr float, ptr %at.a, i32 65
  %a.1.1 = load float, ptr %pa.1.1
  %pb.1.1 = getelementptr float, ptr %at.b, i32 17
  %n.1.1 = load float, ptr %pb.1.1
  %pa.1.2 = getelementptr float, ptr %at.a, i32 66
  %a.1.2 = load float, ptr %pa.1.2
  %pb.1.2 = getelementptr float, ptr %at.b, i32 18
  %n.1.2 = load float, ptr %pb.1.2
  %pa.1.3 = getelementptr float, ptr %at.a, i32 67
  %a.1.3 = load float, ptr %pa.1.3
  %pb.1.3 = getelementptr float, ptr %at.b, i32 19
  %n.1.3 = load float, ptr %pb.1.3
  %cc.0.0 = call float @llvm.fma.f32(float %a.1.0, float %n.1.0, float %bb.0.0)
  %cc.0.1 = call float @llvm.fma.f32(float %a.1.0, float %n.1.1, float %bb.0.1)
  %cc.0.2 = call float @llvm.fma.f32(float %a.1.0, float %n.1.2, float %bb.0.2)
  %cc.0.3 = call float @llvm.fma.f32(float %a.1.0, float %n.1.3, float %bb.0.3)
  %cc.1.0 = call float @llvm.fma.f32(float %a.1.1, float %n.1.0, float %bb.1.0)
  %cc.1.1 = call float @llvm.fma.f32(float %a.1.1, float %n.1.1, float %bb.1.1)
  %cc.1.2 = call float @llvm.fma.f32(float %a.1.1, float %n.1.2, float %bb.1.2)
  %cc.1.3 = call float @llvm.fma.f32(float %a.1.1, float %n.1.3, float %bb.1.3)
  %cc.2.0 = call float @llvm.fma.f32(float %a.1.2, float %n.1.0, float %bb.2.0)
  %cc.2.1 = call float @llvm.fma.f32(float %a.1.2, float %n.1.1, float %bb.2.1)
  %cc.2.2 = call float @llvm.fma.f32(float %a.1.2, float %n.1.2, float %bb.2.2)
  %cc.2.3 = call float @llvm.fma.f32(float %a.1.2, float %n.1.3, float %bb.2.3)
  %cc.3.0 = call float @llvm.fma.f32(float %a.1.3, float %n.1.0, float %bb.3.0)
  %cc.3.1 = call float @llvm.fma.f32(float %a.1.3, float %n.1.1, float %bb.3.1)
  %cc.3.2 = call float @llvm.fma.f32(float %a.1.3, float %n.1.2, float %bb.3.2)
  %cc.3.3 = call float @llvm.fma.f32(float %a.1.3, float %n.1.3, float %bb.3.3)
  %pa.2.0 = getelementptr float, ptr %at.a, i32 128
  %a.2.0 = load float, ptr %pa.2.0
  %pb.2.0 = getelementptr float, ptr %at.b, i32 32
  %n.2.0 = load float, ptr %pb.2.0
  %pa.2.1 = getelementptr float, ptr %at.a, i32 129
  %a.2.1 = load float, ptr %pa.2.1
  %pb.2.1 = getelementptr float, ptr %at.b, i32 33
  %n.2.1 = load float, ptr %pb.2.1
  %pa.2.2 = getelementptr float, ptr %at.a, i32 130
  %a.2.2 = load float, ptr %pa.2.2
  %pb.2.2 = getelementptr float, ptr %at.b, i32 34
  %n.2.2 = load float, ptr %pb.2.2
  %pa.2.3 = getelementptr float, ptr %at.a, i32 131
  %a.2.3 = load float, ptr %pa.2.3
  %pb.2.3 = getelementptr float, ptr %at.b, i32 35
  %n.2.3 = load float, ptr %pb.2.3
  %dd.0.0 = call float @llvm.fma.f32(float %a.2.0, float %n.2.0, float %cc.0.0)
  %dd.0.1 = call float @llvm.fma.f32(float %a.2.0, float %n.2.1, float %cc.0.1)
  %dd.0.2 = call float @llvm.fma.f32(float %a.2.0, float %n.2.2, float %cc.0.2)
  %dd.0.3 = call float @llvm.fma.f32(float %a.2.0, float %n.2.3, float %cc.0.3)
  %dd.1.0 = call float @llvm.fma.f32(float %a.2.1, float %n.2.0, float %cc.1.0)
  %dd.1.1 = call float @llvm.fma.f32(float %a.2.1, float %n.2.1, float %cc.1.1)
  %dd.1.2 = call float @llvm.fma.f32(float %a.2.1, float %n.2.2, float %cc.1.2)
  %dd.1.3 = call float @llvm.fma.f32(float %a.2.1, float %n.2.3, float %cc.1.3)
  %dd.2.0 = call float @llvm.fma.f32(float %a.2.2, float %n.2.0, float %cc.2.0)
  %dd.2.1 = call float @llvm.fma.f32(float %a.2.2, float %n.2.1, float %cc.2.1)
  %dd.2.2 = call float @llvm.fma.f32(float %a.2.2, float %n.2.2, float %cc.2.2)
  %dd.2.3 = call float @llvm.fma.f32(float %a.2.2, float %n.2.3, float %cc.2.3)
  %dd.3.0 = call float @llvm.fma.f32(float %a.2.3, float %n.2.0, float %cc.3.0)
  %dd.3.1 = call float @llvm.fma.f32(float %a.2.3, float %n.2.1, float %cc.3.1)
  %dd.3.2 = call float @llvm.fma.f32(float %a.2.3, float %n.2.2, float %cc.3.2)
  %dd.3.3 = call float @llvm.fma.f32(float %a.2.3, float %n.2.3, float %cc.3.3)
  %pa.3.0 = getelementptr float, ptr %at.a, i32 192
  %a.3.0 = load float, ptr %pa.3.0
  %pb.3.0 = getelementptr float, ptr %at.b, i32 48
  %n.3.0 = load float, ptr %pb.3.0
  %pa.3.1 = getelementptr float, ptr %at.a, i32 193
  %a.3.1 = load float, ptr %pa.3.1
  %pb.3.1 = getelementptr float, ptr %at.b, i32 49
  %n.3.1 = load float, ptr %pb.3.1
  %pa.3.2 = getelementptr float, ptr %at.a, i32 194
  %a.3.2 = load float, ptr %pa.3.2
  %pb.3.2 = getelementptr float, ptr %at.b, i32 50
  %n.3.2 = load float, ptr %pb.3.2
  %pa.3.3 = getelementptr float, ptr %at.a, i32 195
  %a.3.3 = load float, ptr %pa.3.3
  %pb.3.3 = getelementptr float, ptr %at.b, i32 51
  %n.3.3 = load float, ptr %pb.3.3
  %ee.0.0 = call float @llvm.fma.f32(float %a.3.0, float %n.3.0, float %dd.0.0)
  %ee.0.1 = call float @llvm.fma.f32(float %a.3.0, float %n.3.1, float %dd.0.1)
  %ee.0.2 = call float @llvm.fma.f32(float %a.3.0, float %n.3.2, float %dd.0.2)
  %ee.0.3 = call float @llvm.fma.f32(float %a.3.0, float %n.3.3, float %dd.0.3)
  %ee.1.0 = call float @llvm.fma.f32(float %a.3.1, float %n.3.0, float %dd.1.0)
  %ee.1.1 = call float @llvm.fma.f32(float %a.3.1, float %n.3.1, float %dd.1.1)
  %ee.1.2 = call float @llvm.fma.f32(float %a.3.1, float %n.3.2, float %dd.1.2)
  %ee.1.3 = call float @llvm.fma.f32(float %a.3.1, float %n.3.3, float %dd.1.3)
  %ee.2.0 = call float @llvm.fma.f32(float %a.3.2, float %n.3.0, float %dd.2.0)
  %ee.2.1 = call float @llvm.fma.f32(float %a.3.2, float %n.3.1, float %dd.2.1)
  %ee.2.2 = call float @llvm.fma.f32(float %a.3.2, float %n.3.2, float %dd.2.2)
  %ee.2.3 = call float @llvm.fma.f32(float %a.3.2, float %n.3.3, float %dd.2.3)
  %ee.3.0 = call float @llvm.fma.f32(float %a.3.3, float %n.3.0, float %dd.3.0)
  %ee.3.1 = call float @llvm.fma.f32(float %a.3.3, float %n.3.1, float %dd.3.1)
  %ee.3.2 = call float @llvm.fma.f32(float %a.3.3, float %n.3.2, float %dd.3.2)
  %ee.3.3 = call float @llvm.fma.f32(float %a.3.3, float %n.3.3, float %dd.3.3)
  %pa.4.0 = getelementptr float, ptr %at.a, i32 256
  %a.4.0 = load float, ptr %pa.4.0
  %pb.4.0 = getelementptr float, ptr %at.b, i32 64
  %n.4.0 = load float, ptr %pb.4.0
  %pa.4.1 = getelementptr float, ptr %at.a, i32 257
  %a.4.1 = load float, ptr %pa.4.1
  %pb.4.1 = getelementptr float, ptr %at.b, i32 65
  %n.4.1 = load float, ptr %pb.4.1
  %pa.4.2 = getelementptr float, ptr %at.a, i32 258
  %a.4.2 = load float, ptr %pa.4.2
  %pb.4.2 = getelementptr float, ptr %at.b, i32 66
  %n.4.2 = load float, ptr %pb.4.2
  %pa.4.3 = getelementptr float, ptr %at.a, i32 259
  %a.4.3 = load float, ptr %pa.4.3
  %pb.4.3 = getelementptr float, ptr %at.b, i32 67
  %n.4.3 = load float, ptr %pb.4.3
  %ff.0.0 = call float @llvm.fma.f32(float %a.4.0, float %n.4.0, float %ee.0.0)
  %ff.0.1 = call float @llvm.fma.f32(float %a.4.0, float %n.4.1, float %ee.0.1)
  %ff.0.2 = call float @llvm.fma.f32(float %a.4.0, float %n.4.2, float %ee.0.2)
  %ff.0.3 = call float @llvm.fma.f32(float %a.4.0, float %n.4.3, float %ee.0.3)
  %ff.1.0 = call float @llvm.fma.f32(float %a.4.1, float %n.4.0, float %ee.1.0)
  %ff.1.1 = call float @llvm.fma.f32(float %a.4.1, float %n.4.1, float %ee.1.1)
  %ff.1.2 = call float @llvm.fma.f32(float %a.4.1, float %n.4.2, float %ee.1.2)
  %ff.1.3 = call float @llvm.fma.f32(float %a.4.1, float %n.4.3, float %ee.1.3)
  %ff.2.0 = call float @llvm.fma.f32(float %a.4.2, float %n.4.0, float %ee.2.0)
  %ff.2.1 = call float @llvm.fma.f32(float %a.4.2, float %n.4.1, float %ee.2.1)
  %ff.2.2 = call float @llvm.fma.f32(float %a.4.2, float %n.4.2, float %ee.2.2)
  %ff.2.3 = call float @llvm.fma.f32(float %a.4.2, float %n.4.3, float %ee.2.3)
  %ff.3.0 = call float @llvm.fma.f32(float %a.4.3, float %n.4.0, float %ee.3.0)
  %ff.3.1 = call float @llvm.fma.f32(float %a.4.3, float %n.4.1, float %ee.3.1)
  %ff.3.2 = call float @llvm.fma.f32(float %a.4.3, float %n.4.2, float %ee.3.2)
  %ff.3.3 = call float @llvm.fma.f32(float %a.4.3, float %n.4.3, float %ee.3.3)
  %pa.5.0 = getelementptr float, ptr %at.a, i32 320
  %a.5.0 = load float, ptr %pa.5.0
  %pb.5.0 = getelementptr float, ptr %at.b, i32 80
  %n.5.0 = load float, ptr %pb.5.0
  %pa.5.1 = getelementptr float, ptr %at.a, i32 321
  %a.5.1 = load float, ptr %pa.5.1
  %pb.5.1 = getelementptr float, ptr %at.b, i32 81
  %n.5.1 = load float, ptr %pb.5.1
  %pa.5.2 = getelementptr float, ptr %at.a, i32 322
  %a.5.2 = load float, ptr %pa.5.2
  %pb.5.2 = getelementptr float, ptr %at.b, i32 82
  %n.5.2 = load float, ptr %pb.5.2
  %pa.5.3 = getelementptr float, ptr %at.a, i32 323
  %a.5.3 = load float, ptr %pa.5.3
  %pb.5.3 = getelementptr float, ptr %at.b, i32 83
  %n.5.3 = load float, ptr %pb.5.3
  %gg.0.0 = call float @llvm.fma.f32(float %a.5.0, float %n.5.0, float %ff.0.0)
  %gg.0.1 = call float @llvm.fma.f32(float %a.5.0, float %n.5.1, float %ff.0.1)
  %gg.0.2 = call float @llvm.fma.f32(float %a.5.0, float %n.5.2, float %ff.0.2)
  %gg.0.3 = call float @llvm.fma.f32(float %a.5.0, float %n.5.3, float %ff.0.3)
  %gg.1.0 = call float @llvm.fma.f32(float %a.5.1, float %n.5.0, float %ff.1.0)
  %gg.1.1 = call float @llvm.fma.f32(float %a.5.1, float %n.5.1, float %ff.1.1)
  %gg.1.2 = call float @llvm.fma.f32(float %a.5.1, float %n.5.2, float %ff.1.2)
  %gg.1.3 = call float @llvm.fma.f32(float %a.5.1, float %n.5.3, float %ff.1.3)
  %gg.2.0 = call float @llvm.fma.f32(float %a.5.2, float %n.5.0, float %ff.2.0)
  %gg.2.1 = call float @llvm.fma.f32(float %a.5.2, float %n.5.1, float %ff.2.1)
  %gg.2.2 = call float @llvm.fma.f32(float %a.5.2, float %n.5.2, float %ff.2.2)
  %gg.2.3 = call float @llvm.fma.f32(float %a.5.2, float %n.5.3, float %ff.2.3)
  %gg.3.0 = call float @llvm.fma.f32(float %a.5.3, float %n.5.0, float %ff.3.0)
  %gg.3.1 = call float @llvm.fma.f32(float %a.5.3, float %n.5.1, float %ff.3.1)
  %gg.3.2 = call float @llvm.fma.f32(float %a.5.3, float %n.5.2, float %ff.3.2)
  %gg.3.3 = call float @llvm.fma.f32(float %a.5.3, float %n.5.3, float %ff.3.3)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %first = shl i32 %x, 4
  %i.0.0 = add i32 %first, 0
  %into.0.0 = getelementptr float, ptr %out, i32 %i.0.0
  store float %gg.0.0, ptr %into.0.0
  %i.0.1 = add i32 %first, 1
  %into.0.1 = getelementptr float, ptr %out, i32 %i.0.1
  store float %gg.0.1, ptr %into.0.1
  %i.0.2 = add i32 %first, 2
  %into.0.2 = getelementptr float, ptr %out, i32 %i.0.2
  store float %gg.0.2, ptr %into.0.2
  %i.0.3 = add i32 %first, 3
  %into.0.3 = getelementptr float, ptr %out, i32 %i.0.3
  store float %gg.0.3, ptr %into.0.3
  %i.1.0 = add i32 %first, 4
  %into.1.0 = getelementptr float, ptr %out, i32 %i.1.0
  store float %gg.1.0, ptr %into.1.0
  %i.1.1 = add i32 %first, 5
  %into.1.1 = getelementptr float, ptr %out, i32 %i.1.1
  store float %gg.1.1, ptr %into.1.1
  %i.1.2 = add i32 %first, 6
  %into.1.2 = getelementptr float, ptr %out, i32 %i.1.2
  store float %gg.1.2, ptr %into.1.2
  %i.1.3 = add i32 %first, 7
  %into.1.3 = getelementptr float, ptr %out, i32 %i.1.3
  store float %gg.1.3, ptr %into.1.3
  %i.2.0 = add i32 %first, 8
  %into.2.0 = getelementptr float, ptr %out, i32 %i.2.0
  store float %gg.2.0, ptr %into.2.0
  %i.2.1 = add i32 %first, 9
  %into.2.1 = getelementptr float, ptr %out, i32 %i.2.1
  store float %gg.2.1, ptr %into.2.1
  %i.2.2 = add i32 %first, 10
  %into.2.2 = getelementptr float, ptr %out, i32 %i.2.2
  store float %gg.2.2, ptr %into.2.2
  %i.2.3 = add i32 %first, 11
  %into.2.3 = getelementptr float, ptr %out, i32 %i.2.3
  store float %gg.2.3, ptr %into.2.3
  %i.3.0 = add i32 %first, 12
  %into.3.0 = getelementptr float, ptr %out, i32 %i.3.0
  store float %gg.3.0, ptr %into.3.0
  %i.3.1 = add i32 %first, 13
  %into.3.1 = getelementptr float, ptr %out, i32 %i.3.1
  store float %gg.3.1, ptr %into.3.1
  %i.3.2 = add i32 %first, 14
  %into.3.2 = getelementptr float, ptr %out, i32 %i.3.2
  store float %gg.3.2, ptr %into.3.2
  %i.3.3 = add i32 %first, 15
  %into.3.3 = getelementptr float, ptr %out, i32 %i.3.3
  store float %gg.3.3, ptr %into.3.3
  ret void
}
