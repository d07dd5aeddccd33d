; A hint to a processor's cache: the loop over lanes goes without.
; report: k: fused: 1 region
; reject: call void @llvm\.prefetch
declare i32 @lw_fused_thread_x() memory(none)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  call void @llvm.prefetch.p0(ptr %at, i32 1, i32 3, i32 1)
  store i32 %x, ptr %at
  ret void
}
