; After a shuffle only thread `k` stores: a strip of 32 without that thread runs a loop without the branch and the store.
; report: k: region 1: strips of 32 threads
; expect: zext i32 %.* to i64$
; expect: icmp uge i64 %.*, 32$
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %k.at = getelementptr i8, ptr %arguments, i64 8
  %k = load i32, ptr %k.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  %brought = zext i32 %own to i64
  %got = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %is = icmp eq i32 %x, %k
  br i1 %is, label %lone, label %done
lone:
  %other = trunc i64 %got to i32
  store i32 %other, ptr %at
  br label %done
done:
  ret void
}
