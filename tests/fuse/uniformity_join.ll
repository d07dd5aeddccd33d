; Two constants that meet behind a branch of the lane vary; behind a branch of all lanes they do not.
; until: uniformity
; expect: ^;; entry: .* divergent_branch
; expect: ^;; then: .* diverged
; expect: ^;; join: .* join$
; expect: ^;; join divergent: %mixed$
; expect: ^;; join uniform: %b %block$
; expect: ^;; end uniform: %same$
; reject: ^;; join: .*(diverged|divergent_branch)
; reject: ^;; all: .*diverged
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %lane = icmp ult i32 %x, 5
  br i1 %lane, label %then, label %join
then:
  store volatile i32 1, ptr %out
  br label %join
join:
  %mixed = phi i32 [ 3, %entry ], [ 4, %then ]
  %b = call i32 @lw_fused_block_x()
  %block = icmp ult i32 %b, 5
  br i1 %block, label %all, label %end
all:
  store volatile i32 %mixed, ptr %out
  br label %end
end:
  %same = phi i32 [ 3, %join ], [ 4, %all ]
  store volatile i32 %same, ptr %out
  ret void
}
