/**
 * Returns an error and its causes, at most ten in all, because both the openai package and `fetch` wrap errors. If a
 * connection to several addresses failed, only the first address's error is followed.
 */
export function errorChain(thrown: unknown): unknown[] {
	const chain: unknown[] = [];
	let error = thrown;
	while (error !== undefined && error !== null && chain.length < 10) {
		chain.push(error);
		if (error instanceof AggregateError && error.errors.length > 0) error = error.errors[0];
		else error = error instanceof Error ? error.cause : undefined;
	}
	return chain;
}

/** Returns the code of an error in Node (`code`) or Chromium (`net::ERR_…` in the message). */
export function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const code = "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : /^net::ERR_\w+/.exec(error.message)?.[0];
}

/** Returns a field of an error if it is a string or a number, such as the address that Node could not connect to. */
export function fieldOf(error: unknown, name: string): string | number | undefined {
	const value: unknown = typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
	return typeof value === "string" || typeof value === "number" ? value : undefined;
}
