; Where lanes that go apart meet; one that leaves the kernel is nobody's to wait for.
; until: graph
; expect: ^;; entry: .*dominator=- postdominator=stays
; expect: ^;; stays: .*dominator=entry postdominator=#4
; expect: ^;; then: .*dominator=stays postdominator=#4
; expect: ^;; #4: .*dominator=stays postdominator=meet
; expect: ^;; end: .*dominator=entry postdominator=- loop=- returns
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %leaves = icmp ugt i32 %x, 40
  br i1 %leaves, label %end, label %stays
stays:
  %odd = trunc i32 %x to i1
  br i1 %odd, label %then, label %else
then:
  store volatile i32 1, ptr %out
  br label %meet
else:
  store volatile i32 2, ptr %out
  br label %meet
meet:
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store volatile i32 3, ptr %out
  br label %end
end:
  ret void
}
