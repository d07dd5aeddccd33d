; Some lanes of a strip read, by a condition on their numbers alone: their few places are read once, each by itself, and
; none for the other lanes, which read nothing.
; level: 2
; report: k: region 1: strips of 32 threads
; expect: = load volatile i32, ptr .*, align 4
; expect: insertelement <8 x i32> .*, i32 5$
; reject: insertelement <8 x i32> .*, i32 6$
; expect: shufflevector <8 x i32> .*, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 0, i32 0,
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8
@tile = external global [32 x i32]

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %lane = and i32 %x, 31
  %few = icmp ult i32 %lane, 6
  br i1 %few, label %reads, label %joined
reads:
  %wide = zext i32 %lane to i64
  %from = getelementptr i32, ptr @tile, i64 %wide
  %a = load i32, ptr %from
  br label %joined
joined:
  %mine = phi i32 [ %a, %reads ], [ 0, %entry ]
  %brought = zext i32 %mine to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %result = trunc i64 %down to i32
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %result, ptr %at
  ret void
}
