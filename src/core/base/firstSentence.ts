/** Splits a message, for places with little room, into its first sentence and the rest. */
export function firstSentence(message: string): { readonly first: string; readonly rest: string } {
	const [, first = message, rest = ""] = /^(.+?[.!?])\s+(.+)$/s.exec(message) ?? [];
	return { first, rest };
}
