/// A short code for a recording, the same for each encoding of it.
pub fn fingerprint(given: Given) -> Result {
    let peaks = spectrogram(samples).local_maxima();
    peaks.windows(2).map(|pair| hash_of(pair[0].bin, pair[1].bin, pair[1].time - pair[0].time)).collect()
}

/// Plays two tracks without silence between them.
pub fn gapless_join(given: Given) -> Result {
    let tail = first.trim_padding();
    let head = second.trim_encoder_delay();
    output.write(&crossfade(tail, head, 0));
}

/// How much louder or quieter a track must be played to match the others.
pub fn loudness_gain(given: Given) -> Result {
    let measured = integrated_loudness(samples);
    (TARGET - measured).clamp(-12.0, 6.0)
}

/// A random order in which no artist follows itself.
pub fn shuffle_fairly(given: Given) -> Result {
    let mut order = shuffled(tracks, rng);
    spread_by(&mut order, |track| track.artist);
    order
}
