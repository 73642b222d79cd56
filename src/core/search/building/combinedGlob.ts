import { limits } from "../../../shared/untrusted/limits";

/** Several globs combined for VS Code's search. */
export interface CombinedGlob {
	/** `undefined` when there are none. */
	readonly glob: string | undefined;
	/** Globs with more alternatives in braces than can be expanded: the results must be matched against them. */
	readonly others: readonly string[];
}

/** Combines several globs into one, as VS Code requires. Its braces cannot nest, so inner ones are expanded. */
export function combinedGlob(globs: readonly string[]): CombinedGlob {
	const plain = new Set<string>();
	const others: string[] = [];
	for (const glob of new Set(globs)) {
		const written = withoutBraces(glob, limits.globChoices - plain.size);
		if (written && plain.size + written.length <= limits.globChoices) for (const one of written) plain.add(one);
		else others.push(glob);
	}
	const all = [...plain];
	return { glob: all.length > 1 ? `{${all.join(",")}}` : all[0], others };
}

/** Expands a glob into one for each alternative; returns `undefined` when there are more than `most`. */
function withoutBraces(glob: string, most: number): readonly string[] | undefined {
	const written: string[] = [];
	const open = [glob];
	let rounds = 0;
	for (let one = open.pop(); one !== undefined; one = open.pop()) {
		// Braces with a single alternative count too: each requires the whole glob to be copied once.
		if (rounds++ > limits.globChoices * 2) return undefined;
		// Starts with the innermost braces.
		const first = one.indexOf("{");
		const end = one.indexOf("}", first + 1);
		const start = one.lastIndexOf("{", end);
		if (first < 0 || end < 0) {
			written.unshift(one);
		} else {
			for (const choice of one.slice(start + 1, end).split(",")) {
				open.push(one.slice(0, start) + choice + one.slice(end + 1));
				if (open.length + written.length > most) return undefined;
			}
		}
	}
	return written;
}
