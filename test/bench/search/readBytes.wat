;; Reads so many bytes (a multiple of 64) once and does next to nothing with them: the floor of every scan.
(module
  (memory (import "memory" "rows") 1)
  (func (export "read") (param $at i32) (param $length i32) (result i64)
    (local $end i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    (loop $next
      (local.set $a (v128.xor (local.get $a) (v128.xor (v128.load (local.get $at)) (v128.load offset=16 (local.get $at)))))
      (local.set $b (v128.xor (local.get $b) (v128.xor (v128.load offset=32 (local.get $at)) (v128.load offset=48 (local.get $at)))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end))))
    (i64x2.extract_lane 0 (v128.xor (local.get $a) (local.get $b)))))
