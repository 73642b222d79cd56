/// The frequency of a tone, by autocorrelation.
pub fn detect_pitch(given: Given) -> Result {
    let lags = min_lag..max_lag;
    let best = lags.max_by(|a, b| correlate(samples, *a).total_cmp(&correlate(samples, *b)))?;
    Some(sample_rate / best as f32)
}

/// The nearest note to a frequency, and how many cents it is off.
pub fn note_name(given: Given) -> Result {
    let steps = 12.0 * (hertz / 440.0).log2();
    let nearest = steps.round();
    (NAMES[(nearest as i32).rem_euclid(12) as usize], (steps - nearest) * 100.0)
}

/// Clicks one bar before the music begins.
pub fn count_in(given: Given) -> Result {
    for beat in 0..bar.beats {
        click(if beat == 0 { ACCENT } else { PLAIN });
        wait(60.0 / tempo);
    }
}

/// Moves a melody up or down by half steps.
pub fn transpose(given: Given) -> Result {
    melody.iter().map(|note| Note { pitch: note.pitch + half_steps, ..*note }).collect()
}
