import type { StateStore } from "../../base/ports";

const agreedKey = "gatehouse.searchToolAllowed";

/**
 * The user's consent to the search tool, by which agents of other extensions get pieces of the workspace's files: asked for once
 * and kept with the workspace.
 */
export class SearchToolConsent {
	#asked = false;

	/** @param state the workspace's. */
	constructor(private readonly state: StateStore) {}

	/** Whether VS Code must ask the user before the tool runs; it runs only if the user then agrees. */
	ask(): boolean {
		const given = this.#isGiven;
		this.#asked ||= !given;
		return !given;
	}

	/**
	 * The tool runs: after the question that means that the user has agreed, which is kept.
	 *
	 * @throws Error when no one was asked.
	 */
	async assertGiven(): Promise<void> {
		if (this.#isGiven) return;
		// For a model, not for a person.
		if (!this.#asked) throw new Error("The user has not allowed the search of this workspace.");
		await this.state.set(agreedKey, true);
	}

	get #isGiven(): boolean {
		return this.state.get(agreedKey) === true;
	}
}
