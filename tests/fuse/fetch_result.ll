; The two words that a fetch returns become one number, so that the vectoriser takes the call. One that returns a word stays.
; until: fetch_result
; expect: %[0-9]+ = call i128 @emu_fetch_gather\(i64 0, i64 0\)
; expect: trunc i128 %[0-9]+ to i64
; expect: lshr i128 %[0-9]+, 64
; expect: call i64 @emu_fetch_word_gather\(i64 0, i64 0\)
; expect: ^declare i128 @emu_fetch_gather\(i64, i64\)
; reject: call \{
declare { i64, i64 } @emu_fetch_gather(i64, i64) nounwind willreturn memory(read)
declare i64 @emu_fetch_word_gather(i64, i64) nounwind willreturn memory(read)

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %texel = call { i64, i64 } @emu_fetch_gather(i64 0, i64 0)
  %low = extractvalue { i64, i64 } %texel, 0
  %high = extractvalue { i64, i64 } %texel, 1
  %word = call i64 @emu_fetch_word_gather(i64 0, i64 0)
  %both = xor i64 %low, %high
  %all = xor i64 %both, %word
  store i64 %all, ptr %out
  ret void
}
