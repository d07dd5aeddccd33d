; A full warp's shuffle by a constant and its vote are operations on vectors of its 32 lanes, without the emulator.
; Blocks whose x is no multiple of 32 run row by row instead, by functions that the emulator gives all rows at once.
; expect: phi i32 .*\[ 65539, %
; expect: ^define internal void @k__region_2_rows_0\(ptr noalias %0, ptr %1, i32 %2\)
; reject: _some_
; report: k: region 0: strips of 32 threads
; report: k: region 1: strips of 32 threads
; report: k: region 2: strips of 32 threads
; expect: shufflevector <32 x i32> .*, <32 x i32> <i32 4, i32 5, i32 6, .* i32 30, i32 31, i32 28, i32 29, i32 30, i32 31>
; expect: bitcast <32 x i1> .* to i32
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
