import { isFollowedBy } from "../../../shared/untrusted/isFollowedBy";

/**
 * Matches what servers say of one answer, or of one call in the history: Groq's "attempted to call tool", Ollama's
 * "error parsing tool call", OpenAI's "must be followed by tool messages", Anthropic's "Invalid `signature` in `thinking` block".
 */
export function isAboutOneAnswer(text: string): boolean {
	return (
		/\b(?:error|fail(?:ed|ure)) (?:to |in |while )?(?:pars|call|generat)|\bfailed[_ ]generation\b|\bvalidation failed\b|\battempted to call\b|\bmodel (?:did not|didn't|called|returned|produced|generated)\b|\bmust be (?:followed|preceded|a response)\b|\bdid not have response messages\b|\bnot the same number\b|\b(?:thinking|reasoning)[^a-z0-9]{1,2}blocks?\b/i.test(
			text,
		) || isFollowedBy(text, /\btool[_ ]call[_ ]ids?\b/i, /\bnot found\b|\bno(?:t| matching| corresponding)\b/i)
	);
}
