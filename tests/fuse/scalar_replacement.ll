; A copy of a structure becomes numbers, as large as the alignment tells; one of an odd length, or a long one, stays.
; until: graph
; expect: ^entry\| %[0-9]+ = load i32, ptr %from, align 4
; expect: store i32 %[0-9]+, ptr %to, align 4
; expect: getelementptr inbounds (i8, )?.*ptr %to, i64 8
; expect: llvm.memcpy.*i64 10, i1 false
; expect: llvm.memcpy.*i64 400, i1 false
; expect: llvm.memcpy.*i64 8, i1 true
; reject: llvm.memcpy.*i64 12,
declare i32 @lw_fused_thread_x() memory(none)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %to = getelementptr [1000 x i32], ptr %out, i32 %x
  %from = getelementptr i32, ptr %to, i32 200
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 8 %from, i64 12, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 10, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 400, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 true)
  ret void
}
