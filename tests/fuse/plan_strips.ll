; What lanes of a warp exchange stays in strips of 32, of all three regions. Blocks of another width go by rows of warps: no other copy is made for them in the function for whole blocks.
; until: plan
; expect: ^;; plan: about 332 instructions of at most 33216; blocks run one by one: threads keep values$
; expect: ^;; region 0: strips of 32 from region 0 \(regions 0 1 2\); all to region 1; 10 instructions, 2 copies$
; expect: ^;; region 2: strips of 32 from region 0; all to the end; 8 instructions, 2 copies$
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  %brought = zext i32 %own to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %other = trunc i64 %down to i32
  %less = icmp ult i32 %other, %own
  %holds = zext i1 %less to i64
  %ballot = call i64 @lw_fused_collective(i32 4, i32 -1, i64 %holds, i32 0, ptr @site)
  %bits = trunc i64 %ballot to i32
  store i32 %bits, ptr %at
  ret void
}
