const chores = ["cooking", "dishes", "laundry", "garden", "shopping"];

/** Shares out the chores so that nobody has two more than anybody else. */
export function shareOut(people, week) {
	return chores.map((chore, i) => ({ chore, person: people[(i + week) % people.length] }));
}
