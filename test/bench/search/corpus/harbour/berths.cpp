// A berth that is deep and long enough, nearest to the cargo's crane.
Result allotBerth(const Given &given) {
	std::vector<Berth> fitting;
	for (const auto &berth : berths)
		if (berth.depth > ship.draught + underKeel && berth.length > ship.length) fitting.push_back(berth);
	return nearest(fitting, craneFor(ship.cargo));
}

// From when until when the water is high enough for a ship.
Result tideWindow(const Given &given) {
	auto enough = [&](Time t) { return chart.depth + tide.heightAt(t) > ship.draught; };
	return {firstTime(enough, day), lastTime(enough, day)};
}

// Which containers go where, the heavy ones low and the early ones on top.
Result planLoading(const Given &given) {
	std::sort(boxes.begin(), boxes.end(), heavierOrLater);
	for (const auto &box : boxes) stowAtLowestFree(ship, box);
	checkStability(ship);
}

// What a ship pays for its stay, by its tonnage.
Result harbourDues(const Given &given) {
	double days = std::ceil(stay.hours() / 24.0);
	return ship.tonnage * rate(ship.flag) * days;
}
