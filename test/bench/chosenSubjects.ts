/** The subjects that `--only` chooses, among all subjects. */
export class ChosenSubjects {
	readonly #names: string[] = [];
	#found = false;

	/** @param only words in the names of the subjects to measure; empty for all of them. */
	constructor(private readonly only: string) {}

	/** Returns whether to measure the subject. */
	includes(name: string): boolean {
		this.#names.push(name);
		const chosen = name.includes(this.only);
		this.#found ||= chosen;
		return chosen;
	}

	/** The error of an `--only` that has chosen no subject; valid after all parts have run. */
	get problem(): string | undefined {
		if (this.only === "" || this.#found) return undefined;
		return [`no subject with "${this.only}" in its name; there are:`, ...this.#names].join("\n  ");
	}
}
