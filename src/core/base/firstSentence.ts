/** A message for where there is little room: its first sentence, and what follows it. */
export function firstSentence(message: string): { readonly first: string; readonly rest: string } {
	const [, first = message, rest = ""] = /^(.+?[.!?])\s+(.+)$/s.exec(message) ?? [];
	return { first, rest };
}
