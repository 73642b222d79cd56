/** Keeps the rows of a quick pick in their order. VS Code can, but does not promise it: else those that what is typed fits go first. */
export function keepOrder(pick: object): void {
	Object.assign(pick, { sortByLabel: false });
}
