; A warp that polls through a shuffle what another warp may write runs in no strip: the other one would never run. A warp that
; takes the next piece of work does, unless something else in the loop changes the word that says which is next.
; report: ^polls: fused: .
; report: polls: region 1: all threads, after a warp collective
; report: takes: region 1: strips of 32 threads, after a warp collective
; report: gives_back: region 1: all threads, after a warp collective
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
declare i32 @emu_atomic_add_u32(ptr, i32)
@site = external constant i8

define void @polls__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  br label %again
again:
  %seen = load volatile i32, ptr %out
  %brought = zext i32 %seen to i64
  %all = call i64 @lw_fused_collective(i32 8, i32 -1, i64 %brought, i32 8192, ptr @site)
  %none = icmp eq i64 %all, 0
  br i1 %none, label %again, label %done
done:
  store i32 %own, ptr %at
  ret void
}

define void @takes__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %next.at = getelementptr i8, ptr %arguments, i64 8
  %next = load ptr, ptr %next.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  br label %again
again:
  %taken = call i32 @emu_atomic_add_u32(ptr %next, i32 1)
  %brought = zext i32 %taken to i64
  %all = call i64 @lw_fused_collective(i32 8, i32 -1, i64 %brought, i32 8192, ptr @site)
  %most = icmp ugt i64 %all, 100
  br i1 %most, label %done, label %again
done:
  store i32 %own, ptr %at
  ret void
}

define void @gives_back__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %next.at = getelementptr i8, ptr %arguments, i64 8
  %next = load ptr, ptr %next.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %at
  br label %again
again:
  %taken = call i32 @emu_atomic_add_u32(ptr %next, i32 -1)
  %brought = zext i32 %taken to i64
  %all = call i64 @lw_fused_collective(i32 8, i32 -1, i64 %brought, i32 8192, ptr @site)
  %some = icmp ne i64 %all, 0
  br i1 %some, label %done, label %back
back:
  %given = call i32 @emu_atomic_add_u32(ptr %next, i32 1)
  br label %again
done:
  store i32 %own, ptr %at
  ret void
}
