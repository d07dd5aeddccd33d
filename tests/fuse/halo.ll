; Blocks at a border: what is left of a row where a condition changes is a few lanes, run one by one.
; options: --optimize
; report: ^remark: .*: loop not vectorized: vectorization is explicitly disabled \[-Rpass-missed=loop-vectorize\]$
; report: ^remark: .*: vectorized loop
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
@k__attributes = constant { i32, i32, [3 x i32] } { i32 0, i32 0, [3 x i32] [i32 32, i32 8, i32 1] }

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %place = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %place
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %right = icmp slt i32 %x, %n
  %lower = icmp slt i32 %y, %n
  %all = and i1 %right, %lower
  %row = mul i32 %y, %n
  %sum = add i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %sum
  br i1 %all, label %store, label %done
store:
  store i32 %y, ptr %at
  br label %done
done:
  ret void
}
