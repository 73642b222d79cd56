import type { AgentTranscript } from "./agentTranscript";

/** Number of the newest results, which are never replaced. */
const keptResults = 4;
/** Share of the room that stays in use after stubs are made: low, so that the gateway's cache is seldom lost. */
const usedAfter = 0.5;

/**
 * Returns the calls whose results are replaced by stubs so that a task fits: several of the oldest at a time, and none
 * while everything fits.
 *
 * @param room the number of tokens that a request may have; null where that is unknown.
 * @param tokens the number of tokens of the request as it is.
 */
export function resultsToStub(transcript: AgentTranscript, room: number | null, tokens: number): readonly number[] {
	if (room === null || tokens <= room) return [];
	const found: number[] = [];
	let left = tokens;
	const last = transcript.calls.length - keptResults;
	for (const [number, call] of transcript.calls.entries()) {
		if (number >= last || left <= room * usedAfter) break;
		const saved = transcript.resultTokens(call);
		// The stub itself is about this long.
		if (saved <= stubTokens) continue;
		found.push(number);
		left -= saved - stubTokens;
	}
	return found;
}

const stubTokens = 30;
