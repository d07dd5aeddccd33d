; Code that LLVM takes for such as nobody comes to ends in a trap, not in the next function.
; options: --optimize
; expect: ^ *call void @llvm.trap\(\)
declare void @emu_printf(ptr)
@text = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %flag = load i32, ptr %arguments
  %none = icmp eq i32 %flag, 0
  br i1 %none, label %over, label %done
over:
  call void @emu_printf(ptr @text)
  unreachable
done:
  ret void
}
