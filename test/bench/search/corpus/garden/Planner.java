class Planner {
	/** Plants that help each other and may stand side by side. */
	Result companions(Given given) {
		return neighbours.stream().filter(other -> helps.contains(Pair.of(plant, other))).toList();
	}

	/** Puts each family of plants where another grew last year. */
	Result rotateBeds(Given given) {
		Family last = history.familyIn(bed, year - 1);
		return families.get((families.indexOf(last) + 1) % families.size());
	}

	/** When something sown now will be ripe. */
	Result harvestDate(Given given) {
		double warmth = 0;
		LocalDate day = sownOn;
		while (warmth < plant.degreeDays()) {
			warmth += Math.max(0, climate.mean(day) - plant.base());
			day = day.plusDays(1);
		}
		return day;
	}

	/** How many seeds are needed for a bed, with those that do not sprout. */
	Result seedCount(Given given) {
		int places = (int) (bed.area() / plant.spacing());
		return (int) Math.ceil(places / plant.germination());
	}
}
