/** The subjects that `--only` chooses, and those that there are. */
export class ChosenSubjects {
	readonly #names: string[] = [];
	#found = false;

	/** @param only words in the names of the subjects to measure; empty for all of them. */
	constructor(private readonly only: string) {}

	/** Returns whether the subject is to be measured. */
	includes(name: string): boolean {
		this.#names.push(name);
		const chosen = name.includes(this.only);
		this.#found ||= chosen;
		return chosen;
	}

	/** Once every part has run: what is wrong with `--only` when it has chosen none of the subjects. */
	get problem(): string | undefined {
		if (this.only === "" || this.#found) return undefined;
		return [`no subject with "${this.only}" in its name; there are:`, ...this.#names].join("\n  ");
	}
}
