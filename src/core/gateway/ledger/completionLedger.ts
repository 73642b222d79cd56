/** The counts of one model's completions in this window. */
export interface CompletionCounts {
	readonly requests: number;
	/** Suggestions handed to the editor, which does not report which of them it showed. */
	readonly served: number;
	/** Those of them that came from an earlier answer, without a request of their own. */
	readonly fromCache: number;
	/** Those of them that were accepted as a whole. */
	readonly accepted: number;
}

export type CompletionCount = keyof CompletionCounts;

/** The counts of a model at a gateway. */
interface CompletionRecord {
	readonly model: string;
	readonly host: string;
	readonly counts: CompletionCounts;
}

const none: CompletionCounts = { requests: 0, served: 0, fromCache: 0, accepted: 0 };
/** Maximum number of models whose counts are kept; the least recently used one is dropped. */
const mostModels = 50;

/** Counts the completions of each model in this window. Nothing is stored or sent. */
export class CompletionLedger {
	readonly #records = new Map<string, CompletionRecord>();

	/** The counts of all models, the most recently used one last. */
	get records(): readonly CompletionRecord[] {
		return [...this.#records.values()];
	}

	/** Returns the counts of a model at a gateway's host. */
	of(model: string, host: string): CompletionCounts {
		return this.#records.get(keyOf(model, host))?.counts ?? none;
	}

	count(model: string, host: string, what: CompletionCount): void {
		const counts = this.of(model, host);
		const key = keyOf(model, host);
		this.#records.delete(key);
		this.#records.set(key, { model, host, counts: { ...counts, [what]: counts[what] + 1 } });
		const [oldest] = this.#records.keys();
		if (oldest !== undefined && this.#records.size > mostModels) this.#records.delete(oldest);
	}
}

function keyOf(model: string, host: string): string {
	return `${host}\n${model}`;
}
