import { limits } from "../../../shared/untrusted/limits";

/** Globs for VS Code's search, as one. */
export interface OneGlob {
	/** `undefined` for none. */
	readonly glob: string | undefined;
	/** Those with more choices in braces than can be written out: what is found has to be compared with them. */
	readonly others: readonly string[];
}

/** One glob for several, as VS Code wants it. Its braces do not nest: those within are written out. */
export function oneGlob(globs: readonly string[]): OneGlob {
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

/** A glob for each of its choices; `undefined` where they are more than `most`. */
function withoutBraces(glob: string, most: number): readonly string[] | undefined {
	const written: string[] = [];
	const open = [glob];
	let rounds = 0;
	for (let one = open.pop(); one !== undefined; one = open.pop()) {
		// Braces with a single choice count, too: each takes the whole glob to be written once more.
		if (rounds++ > limits.globChoices * 2) return undefined;
		// From the innermost.
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
