import { membersOf } from "./membersOf";

/** Returns whether code has every member that these lines have: a missing one may have been left out without a mark. */
export function keepsMembers(code: readonly string[], lines: readonly string[]): boolean {
	const left = membersOf(code);
	const members = membersOf(lines);
	if (!left || !members) return false;
	// Several members may have the same name, such as overloads.
	return [...members].every(([holder, names]) =>
		[...names].every(([name, count]) => count <= (left.get(holder)?.get(name) ?? 0)),
	);
}
