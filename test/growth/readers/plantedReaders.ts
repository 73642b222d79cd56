import type { Reader } from "../reader";

const module = "";
const tokens = ["a", "b", " ", "(", ")"];

/** Good and bad readers to test the measurement. */
export const plantedReaders: readonly Reader[] = [
	{ name: "linear", module, tokens, read: (text) => text.split(/[()]/).map((part) => part.trim()) },
	{
		name: "quadratic",
		module,
		tokens,
		read: (text) => {
			// So slow that its growth is measured between the two shortest lengths: longer ones would take minutes.
			let pairs = 0;
			for (let at = 0; at < text.length; at++) {
				for (let to = at; to < text.length; to += 8) if (text[at] === "(" && text[to] === ")") pairs++;
			}
			return pairs;
		},
	},
	{ name: "exponential", module, tokens, read: (text) => /^(?:a+)+$/.test(text) },
	{
		name: "hanging",
		module,
		tokens,
		read: (text) => {
			for (let at = text.indexOf("(a"); at >= 0; at = text.indexOf("(a", at));
		},
	},
	{ name: "recursive", module, tokens, read: (text) => depthOf(text, 0) },
	{
		name: "ending",
		module,
		tokens,
		read: (text) => {
			if (text.length > 100_000) process.exit(3);
		},
	},
];

function depthOf(text: string, at: number): number {
	return text[at] === "(" ? 1 + depthOf(text, at + 1) : 0;
}
