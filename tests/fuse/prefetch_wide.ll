; A strip's loads are of several lines at once: nothing is fetched ahead of them.
; level: 1
; options: --optimize
; expect: load <(32|64) x float>
; reject: call void @llvm.prefetch
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %n = load i64, ptr %arguments
  %in.at = getelementptr i8, ptr %arguments, i64 8
  %in = load ptr, ptr %in.at
  %out.at = getelementptr i8, ptr %arguments, i64 16
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %wide = zext i32 %x to i64
  %begin = getelementptr float, ptr %in, i64 %wide
  br label %tile

tile:
  %first = phi i64 [ 0, %entry ], [ %next, %end ]
  %all = phi float [ 0.0, %entry ], [ %more, %end ]
  %here = getelementptr float, ptr %begin, i64 %first
  br label %row

row:
  %number = phi i64 [ 0, %tile ], [ %following, %row ]
  %sum = phi float [ 0.0, %tile ], [ %added, %row ]
  %offset = shl i64 %number, 8
  %from = getelementptr i8, ptr %here, i64 %offset
  %value = load float, ptr %from
  %added = fadd float %sum, %value
  %following = add i64 %number, 1
  %done = icmp eq i64 %following, 64
  br i1 %done, label %end, label %row

end:
  %more = fadd float %all, %added
  %next = add i64 %first, 4096
  %again = icmp ult i64 %next, %n
  br i1 %again, label %tile, label %exchange

exchange:
  %bits = bitcast float %more to i32
  %brought = zext i32 %bits to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8208, ptr @site)
  %result = trunc i64 %down to i32
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %result, ptr %at
  ret void
}
