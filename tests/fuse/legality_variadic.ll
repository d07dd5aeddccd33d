; A list of arguments of any length.
; refuse: k: it calls sum, which has a variable list of arguments
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

define internal i32 @sum(i32 %count, ...) {
  %list = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %list)
  %first = load i32, ptr %list
  call void @llvm.va_end.p0(ptr %list)
  %all = add i32 %count, %first
  ret i32 %all
}

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %all = call i32 (i32, ...) @sum(i32 1, i32 7)
  store i32 %all, ptr %out
  ret void
}
