import { parseArgs } from "node:util";
import type { Half } from "./edits/realEdit";

/** The arguments of `npm run bench`. */
export interface BenchArguments {
	/** The parts to run, in this order. */
	readonly parts: readonly string[];
	/** The file for the figures. */
	readonly json?: string;
	/** Words in the names of the subjects to measure, for parts with several subjects. */
	readonly only?: string;
	/** The half of the corpus of edits that is measured; by default both. */
	readonly half?: Half;
	/** Edits: words in the names of the styles whose incorrect cases are printed. */
	readonly show?: string;
	/** Edits: the name of a rule that is left out; `each` for a table of all rules. */
	readonly without?: string;
}

/**
 * Reads `[PART…] [--json FILE] [--only WORDS] [--half train|held] [--show WORDS] [--without RULE|each]`. Without a
 * part, all of them run.
 *
 * @param known the names of all parts.
 * @throws TypeError that names the problem in one line.
 */
export function parseBenchArguments(args: readonly string[], known: readonly string[]): BenchArguments {
	const { values, positionals } = parseArgs({
		args: [...args],
		options: {
			json: { type: "string" },
			only: { type: "string" },
			half: { type: "string" },
			show: { type: "string" },
			without: { type: "string" },
		},
		allowPositionals: true,
	});
	const unknown = positionals.find((name) => !known.includes(name));
	if (unknown !== undefined) throw new TypeError(`no part "${unknown}"; there are: ${known.join(", ")}`);
	if (values.json === "") throw new TypeError("--json needs the name of a file");
	const parts = positionals.length > 0 ? [...new Set(positionals)] : known;
	const { half, ...others } = values;
	if (half === undefined) return { parts, ...others };
	if (half !== "train" && half !== "held") throw new TypeError("--half is train or held");
	return { parts, ...others, half };
}
