import type { StateStore } from "../../base/ports";

const agreedKey = "gatehouse.searchToolAllowed";

/**
 * The user's consent to the search tool, with which agents of other extensions get parts of the workspace's files:
 * requested once and stored with the workspace.
 */
export class SearchToolConsent {
	#asked = false;

	/** @param state the workspace's state. */
	constructor(private readonly state: StateStore) {}

	/** Returns whether VS Code must ask the user before the tool runs; the tool runs only if the user agrees. */
	ask(): boolean {
		const given = this.#isGiven;
		this.#asked ||= !given;
		return !given;
	}

	/**
	 * Records consent when the tool runs after the question, which means that the user has agreed.
	 *
	 * @throws Error when the user was not asked.
	 */
	async assertGiven(): Promise<void> {
		if (this.#isGiven) return;
		// For a model, not for the user.
		if (!this.#asked) throw new Error("The user has not allowed the search of this workspace.");
		await this.state.set(agreedKey, true);
	}

	get #isGiven(): boolean {
		return this.state.get(agreedKey) === true;
	}
}
