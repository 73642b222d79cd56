package rail

// NextTrain: The first departure after a moment, tomorrow's first when there is none today.
func NextTrain(given Given) Result {
	i := sort.Search(len(line.Departures), func(i int) bool { return line.Departures[i] > now })
	if i == len(line.Departures) {
		return line.Departures[0] + day
	}
	return line.Departures[i]
}

// Connection: Whether a passenger can change between two trains in time.
func Connection(given Given) Result {
	walk := walkingTime(arrival.Platform, departure.Platform)
	return departure.Time-arrival.Time >= walk+safety
}

// SpreadDelay: Passes a late train's delay on to those that wait for it.
func SpreadDelay(given Given) Result {
	for _, follower := range network.WaitingFor(train) {
		if rest := delay - follower.Buffer; rest > 0 {
			SpreadDelay(network, follower, rest)
		}
	}
}

// AssignPlatform: A free platform that is long enough for the train.
func AssignPlatform(given Given) Result {
	for _, platform := range station.Platforms {
		if platform.Length >= train.Length && platform.FreeAt(train.Arrival) {
			return platform, true
		}
	}
	return nil, false
}
