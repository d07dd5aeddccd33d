; Local arrays are filled by element: a short one by stores, a long one by a loop. An array of elements of two sizes is still
; filled by a call.
; until: array_fill
; expect: store i32 0, ptr %
; expect: store i32 16843009, ptr %
; expect: icmp ne i64 %[0-9]+, 100
; expect: call void @llvm.memset.p0.i64\(ptr .*align 8 .*, i8 0, i64 32
; reject: call void @llvm.memset.p0.i64\(ptr .*align 4 .*
declare i32 @lw_fused_thread_x() memory(none)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @k__fiber(ptr %arguments) {
entry:
  %mixed = alloca [8 x i32], align 8
  %short = alloca [8 x i32], align 4
  %long = alloca [100 x i32], align 4
  call void @llvm.memset.p0.i64(ptr align 4 %long, i8 1, i64 400, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %short, i8 0, i64 32, i1 false)
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  call void @llvm.memset.p0.i64(ptr align 8 %mixed, i8 0, i64 32, i1 false)
  %at = getelementptr i32, ptr %out, i32 %x
  %which = load i32, ptr %at
  %short.at = getelementptr i32, ptr %short, i32 %which
  %a = load i32, ptr %short.at, align 4
  %long.at = getelementptr i32, ptr %long, i32 %which
  %b = load i32, ptr %long.at, align 4
  %mixed.at = getelementptr i32, ptr %mixed, i32 %which
  %c = load i32, ptr %mixed.at, align 4
  %d = load i64, ptr %mixed, align 8
  %e = trunc i64 %d to i32
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %all = add i32 %abc, %e
  store i32 %all, ptr %at
  ret void
}
