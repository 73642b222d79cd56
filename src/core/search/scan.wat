;; The scan of VectorMatrix: how near each row is to the query. A row is `length` int8 codes (a multiple of 32) and then
;; its scale as a float32; rows are `stride` bytes apart. The query is int16. A score is a float32.
(module
  (memory (import "memory" "rows") 1)
  (func (export "scan")
    (param $row i32) (param $count i32) (param $stride i32) (param $query i32) (param $length i32) (param $scores i32)
    (local $code i32) (local $end i32) (local $number i32) (local $low v128) (local $high v128)
    (loop $rows
      (local.set $code (local.get $row))
      (local.set $end (i32.add (local.get $row) (local.get $length)))
      (local.set $number (local.get $query))
      (local.set $low (v128.const i32x4 0 0 0 0))
      (local.set $high (v128.const i32x4 0 0 0 0))
      (loop $codes
        (local.set $low (i32x4.add (local.get $low)
          (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $code)) (v128.load (local.get $number)))))
        (local.set $high (i32x4.add (local.get $high)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $code)) (v128.load offset=16 (local.get $number)))))
        (local.set $low (i32x4.add (local.get $low)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $code)) (v128.load offset=32 (local.get $number)))))
        (local.set $high (i32x4.add (local.get $high)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $code)) (v128.load offset=48 (local.get $number)))))
        (local.set $number (i32.add (local.get $number) (i32.const 64)))
        (br_if $codes
          (i32.lt_u (local.tee $code (i32.add (local.get $code) (i32.const 32))) (local.get $end))))
      ;; The lanes are added as floats: their sum may be more than an i32 holds.
      (local.set $low (f32x4.add
        (f32x4.convert_i32x4_s (local.get $low)) (f32x4.convert_i32x4_s (local.get $high))))
      (f32.store (local.get $scores) (f32.mul (f32.load (local.get $end))
        (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $low)) (f32x4.extract_lane 1 (local.get $low)))
          (f32.add (f32x4.extract_lane 2 (local.get $low)) (f32x4.extract_lane 3 (local.get $low))))))
      (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
      (local.set $row (i32.add (local.get $row) (local.get $stride)))
      (br_if $rows (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))
