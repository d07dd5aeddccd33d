; Two conditions on x and one on y: the row's inner lanes run a loop without any, in which the first lane's index counts.
; expect: freeze i1
; expect: ^ *%[0-9]+ = add i64 %[0-9]+, %[0-9]+
; expect: icmp ne i32 %[0-9]+, 0
; reject: call .*@lw_fused_
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %place = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %place
  %x = call i32 @lw_fused_thread_x()
  %y = call i32 @lw_fused_thread_y()
  %right = icmp slt i32 %x, %n
  %left = icmp sgt i32 %x, 0
  %upper = icmp sgt i32 %y, 0
  %inner = and i1 %left, %right
  %all = and i1 %inner, %upper
  br i1 %all, label %do, label %done
do:
  %i = zext i32 %x to i64
  %at = getelementptr float, ptr %in, i64 %i
  %value = load float, ptr %at
  %twice = fadd float %value, %value
  store float %twice, ptr %at
  br label %done
done:
  ret void
}
