class Irrigation {
	/** Waters the beds that are dry, one valve at a time, for the pump is weak. */
	Result openValves(Given given) {
		for (Bed bed : beds) {
			if (bed.moisture() < bed.plant().wants()) {
				pump.run(bed.valve(), minutesFor(bed));
			}
		}
	}

	/** Leaves watering out when enough rain is expected. */
	Result skipForRain(Given given) {
		double expected = forecast.millimetres(Duration.ofHours(24));
		return expected >= plant.wantsMillimetres();
	}

	/** A pipe that loses water: flow although every valve is closed. */
	Result detectLeak(Given given) {
		boolean closed = valves.stream().allMatch(Valve::isClosed);
		return closed && meter.litresPerMinute() > TOLERANCE;
	}

	/** Empties the pipes before the first frost. */
	Result frostDrain(Given given) {
		mainTap.close();
		valves.forEach(Valve::open);
		compressor.blowOut(Duration.ofMinutes(3));
	}
}
