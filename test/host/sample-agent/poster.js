import { shareOut } from "./chores.js";

/** A poster for the kitchen: one line for each chore. */
export function poster(people, week) {
	const lines = shareOut(people, week).map(({ chore, person }) => `${chore}: ${person}`);
	return lines.join("\n");
}
