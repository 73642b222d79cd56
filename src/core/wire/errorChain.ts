/**
 * An error and every cause below it, for both the openai package and `fetch` wrap what they were given. A failed
 * connection to several addresses counts as its first.
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

/** What Node (`code`) or Chromium (`net::ERR_…` in the message) calls an error. */
export function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const code = "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : /^net::ERR_\w+/.exec(error.message)?.[0];
}

/** A field of an error, where it is a text or a number: Node puts the address that failed there. */
export function fieldOf(error: unknown, name: string): string | number | undefined {
	const value: unknown = typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
	return typeof value === "string" || typeof value === "number" ? value : undefined;
}
