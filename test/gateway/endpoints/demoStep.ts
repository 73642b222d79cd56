import type { CallingAnswer, DemoCall, ToolMessage } from "../model";

/** A call, and its result. */
export interface DoneCall extends DemoCall {
	readonly result: string;
}

/** Matches the result of an interrupted call, such as by a window that closed, which must be repeated. */
const brokenOff = /^This (?:call was not carried out|(?:call|command) was interrupted)\b/;

/** Returns the calls in the messages that were not interrupted, each with its result. */
export function doneCalls(messages: readonly ToolMessage[]): readonly DoneCall[] {
	const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls);
	const results = messages.filter(({ role }) => role === "tool");
	return calls.flatMap((call, index) => {
		const result = results[index]?.content;
		return result === undefined || brokenOff.test(result) ? [] : [{ ...call, result }];
	});
}

/** Returns an answer without calls. */
export function said(text: string): CallingAnswer {
	return { text, calls: [] };
}

/** Returns an answer with one call. */
export function calling(name: string, given: DemoCall["given"], text = ""): CallingAnswer {
	return { text, calls: [{ name, given }] };
}

/** Returns the lines of a result of `read_file`, without their numbers. */
export function readLines(result: string): readonly string[] {
	return [...result.matchAll(/^\s*\d+: (.*)$/gm)].map(([, line = ""]) => line);
}
