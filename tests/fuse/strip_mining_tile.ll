; Masks by which each lane names its tile of 8, as `0xff << (lane & 24)`: the four tiles of a warp exchange at once, as vectors
; of 32. In blocks of 16 x 16 a warp is two rows. A tile's ballot has its bits alone; its sum is made of exchanges.
; shape: 16x16
; report: k\.16x16: region 0: strips of 32 threads
; report: k\.16x16: regions? .*1-.* strips of 32 threads|k\.16x16: region 1: strips of 32 threads
; report: other: fused
; expect: shufflevector <32 x i32> .*, <32 x i32> <i32 4, i32 5, i32 6, i32 7, i32 4, i32 5, i32 6, i32 7, i32 12, i32 13,
; expect: and <32 x i32> .*, <i32 255, i32 255, .* i32 65280, .* i32 16711680, .* i32 -16777216, i32 -16777216>
; expect: shufflevector <32 x i32> .*, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
; reject: shufflevector <32 x i32> .*, <32 x i32> <i32 8, i32 9,
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_thread_y() memory(none)
declare i32 @lw_fused_rank() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %y = call i32 @lw_fused_thread_y()
  %lane = call i32 @lw_fused_rank()
  %first = and i32 %lane, 24
  %mask = shl i32 255, %first
  %at = getelementptr i32, ptr %out, i32 %lane
  %own = load i32, ptr %at
  %brought = zext i32 %own to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 %mask, i64 %brought, i32 2052, ptr @site)
  %other = trunc i64 %down to i32
  %less = icmp ult i32 %other, %y
  %holds = zext i1 %less to i64
  %ballot = call i64 @lw_fused_collective(i32 4, i32 %mask, i64 %holds, i32 0, ptr @site)
  %sum = call i64 @lw_fused_collective(i32 12, i32 %mask, i64 %ballot, i32 0, ptr @site)
  %bits = trunc i64 %sum to i32
  store i32 %bits, ptr %at
  ret void
}
; A shuffle as wide as a warp may read what another tile brings, or does not bring: the emulator looks.
define void @other__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %lane = call i32 @lw_fused_rank()
  %first = and i32 %lane, 24
  %mask = shl i32 255, %first
  %at = getelementptr i32, ptr %out, i32 %lane
  %own = load i32, ptr %at
  %brought = zext i32 %own to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 %mask, i64 %brought, i32 8200, ptr @site)
  %bits = trunc i64 %down to i32
  store i32 %bits, ptr %at
  ret void
}
