/** How many requests one operation may cost, those that are corrected and those that are tried again together. */
const mostRequests = 6;
/** How often one of them is tried again after a transient failure. */
const usualRetries = 3;

/** What one question may still cost the gateway. */
export class RequestBudget {
	#requests = mostRequests - 1;
	#retries: number;

	constructor(retries = usualRetries) {
		this.#retries = retries;
	}

	/** Whether the same request may be sent once more; counts it. */
	retry(): boolean {
		return this.#retries-- > 0 && this.correct();
	}

	/** Whether a corrected request may be sent; counts it. */
	correct(): boolean {
		return this.#requests-- > 0;
	}
}
