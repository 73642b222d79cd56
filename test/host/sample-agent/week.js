import { shareOut } from "./chores.js";

/** The chores of the first weeks of a year, for a household of three. */
export function firstWeeks(count) {
	return Array.from({ length: count }, (_, week) => shareOut(["Ada", "Blaise", "Carl"], week));
}
