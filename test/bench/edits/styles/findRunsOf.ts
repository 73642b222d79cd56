/** Returns how often lines occur in others, one after the other and as they are. */
export function findRunsOf(wanted: readonly string[], lines: readonly string[]): number {
	let found = 0;
	for (let at = 0; at + wanted.length <= lines.length; at++) {
		if (wanted.every((line, index) => lines[at + index] === line)) found++;
	}
	return found;
}
