;; The scan of VectorMatrix: which rows are nearer to the query than a bar. Rows lie in groups of four, so that memory is
;; read from end to end and each part of the query is loaded once for four rows. A group is, for each 16 numbers, the codes
;; of its four rows one after the other; then four scales (float32), four sums to be taken off, and four ids.
;; The query is bytes from 0 to 32, and its length a multiple of 64. `relaxed_dot` multiplies those with the codes and adds
;; two neighbours: with such numbers, four of its results still fit into an i16 together. Multiplying is what takes the time.
(module
  (memory (import "memory" "rows") 1)
  ;; Writes the score and the id of each row that is above the bar; gives where it stopped writing.
  (func (export "scan")
    (param $code i32) (param $groups i32) (param $length i32) (param $bar f32) (param $found i32) (result i32)
    (local $at i32) (local $one v128) (local $two v128)
    (local $three v128) (local $four v128) (local $ones v128) (local $bars v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $above v128)
    (local.set $ones (i16x8.splat (i32.const 1)))
    (local.set $bars (f32x4.splat (local.get $bar)))
    (loop $next
      (local.set $at (i32.const 0))
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (loop $codes
        (local.set $one (v128.load (local.get $at)))
        (local.set $two (v128.load offset=16 (local.get $at)))
        (local.set $three (v128.load offset=32 (local.get $at)))
        (local.set $four (v128.load offset=48 (local.get $at)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $ones) (i16x8.add
          (i16x8.add
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load (local.get $code)) (local.get $one))
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=64 (local.get $code)) (local.get $two)))
          (i16x8.add
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=128 (local.get $code)) (local.get $three))
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=192 (local.get $code)) (local.get $four)))))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $ones) (i16x8.add
          (i16x8.add
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=16 (local.get $code)) (local.get $one))
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=80 (local.get $code)) (local.get $two)))
          (i16x8.add
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=144 (local.get $code)) (local.get $three))
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=208 (local.get $code)) (local.get $four)))))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $ones) (i16x8.add
          (i16x8.add
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=32 (local.get $code)) (local.get $one))
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=96 (local.get $code)) (local.get $two)))
          (i16x8.add
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=160 (local.get $code)) (local.get $three))
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=224 (local.get $code)) (local.get $four)))))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $ones) (i16x8.add
          (i16x8.add
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=48 (local.get $code)) (local.get $one))
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=112 (local.get $code)) (local.get $two)))
          (i16x8.add
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=176 (local.get $code)) (local.get $three))
            (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=240 (local.get $code)) (local.get $four)))))))
        (local.set $code (i32.add (local.get $code) (i32.const 256)))
        (br_if $codes
          (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $length))))
      ;; Each row's four sums become one, the four rows side by side.
      (local.set $one (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
      (local.set $two (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
      (local.set $a (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $one) (local.get $two))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $one) (local.get $two))))
      (local.set $a (f32x4.mul (v128.load (local.get $code))
        (f32x4.convert_i32x4_s (i32x4.sub (local.get $a) (v128.load offset=16 (local.get $code))))))
      (local.set $above (f32x4.gt (local.get $a) (local.get $bars)))
      ;; Each is written, and the next over it unless it is above the bar: nobody can foretell which is.
      (if (v128.any_true (local.get $above))
        (then
          (local.set $one (v128.load offset=32 (local.get $code)))
          (f32.store (local.get $found) (f32x4.extract_lane 0 (local.get $a)))
          (i32.store offset=4 (local.get $found) (i32x4.extract_lane 0 (local.get $one)))
          (local.set $found (i32.sub (local.get $found) (i32.shl (i32x4.extract_lane 0 (local.get $above)) (i32.const 3))))
          (f32.store (local.get $found) (f32x4.extract_lane 1 (local.get $a)))
          (i32.store offset=4 (local.get $found) (i32x4.extract_lane 1 (local.get $one)))
          (local.set $found (i32.sub (local.get $found) (i32.shl (i32x4.extract_lane 1 (local.get $above)) (i32.const 3))))
          (f32.store (local.get $found) (f32x4.extract_lane 2 (local.get $a)))
          (i32.store offset=4 (local.get $found) (i32x4.extract_lane 2 (local.get $one)))
          (local.set $found (i32.sub (local.get $found) (i32.shl (i32x4.extract_lane 2 (local.get $above)) (i32.const 3))))
          (f32.store (local.get $found) (f32x4.extract_lane 3 (local.get $a)))
          (i32.store offset=4 (local.get $found) (i32x4.extract_lane 3 (local.get $one)))
          (local.set $found (i32.sub (local.get $found) (i32.shl (i32x4.extract_lane 3 (local.get $above)) (i32.const 3))))))
      (local.set $code (i32.add (local.get $code) (i32.const 48)))
      (br_if $next (local.tee $groups (i32.sub (local.get $groups) (i32.const 1)))))
    (local.get $found)))
