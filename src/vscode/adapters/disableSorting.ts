/**
 * Keeps the rows of a quick pick in their order; by default, VS Code sorts rows that match the typed text first. The
 * option exists, but is not part of VS Code's API.
 */
export function disableSorting(pick: object): void {
	Object.assign(pick, { sortByLabel: false });
}
