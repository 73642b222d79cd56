/** Maximum number of requests per operation, including corrections and retries. */
const mostRequests = 6;
/** Default number of retries after transient failures. */
const usualRetries = 3;

/** The number of requests that an operation may still send. */
export class RequestBudget {
	#requests = mostRequests - 1;
	#retries: number;

	constructor(retries = usualRetries) {
		this.#retries = retries;
	}

	/** Counts a retry; returns whether it is allowed. */
	retry(): boolean {
		return this.#retries-- > 0 && this.correct();
	}

	/** Counts a corrected request; returns whether it is allowed. */
	correct(): boolean {
		return this.#requests-- > 0;
	}
}
