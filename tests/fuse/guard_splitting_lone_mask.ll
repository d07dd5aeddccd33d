; After a shuffle one thread of 64 stores: a strip of 32 has it as its first thread, or has none and runs a loop without the
; branch and the store.
; shape: 256x1
; report: k\.256x1: region 1: strips of 32 threads
; expect: and i32 %.*, 63$
; expect: = icmp uge i64 %.*, 32$
; expect: %lone = icmp eq i64 %[0-9]+, 5$
declare i32 @lw_fused_rank() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %rank = call i32 @lw_fused_rank()
  %at = getelementptr i32, ptr %out, i32 %rank
  %own = load i32, ptr %at
  %brought = zext i32 %own to i64
  %got = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %in.tile = and i32 %rank, 63
  %is = icmp eq i32 %in.tile, 37
  br i1 %is, label %lone, label %done
lone:
  %other = trunc i64 %got to i32
  store i32 %other, ptr %at
  br label %done
done:
  ret void
}
