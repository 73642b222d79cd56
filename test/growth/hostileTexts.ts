import { seededRandom } from "../faults/seededRandom";
import type { Reader } from "./reader";

/** Creates a text of any length that may be slow to read. */
export interface HostileText {
	readonly name: string;
	/** @param size its approximate length, in characters. */
	make(size: number): string;
}

/** Number of texts of random tokens for each reader, in addition to those of one or two: three times as many in the long run. */
const randomTexts = process.env.GATEHOUSE_LONG === "1" ? 120 : 40;

/**
 * Creates texts from a reader's own tokens, always the same ones: something repeated between a beginning and an end,
 * repetitions in repetitions, two halves, and tokens that are deeply nested.
 */
export function hostileTexts({ tokens, cases = {} }: Reader): readonly HostileText[] {
	const random = seededRandom(7);
	const token = () => tokens[Math.floor(random() * tokens.length)] ?? "";
	const some = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) }, token).join("");
	const texts = Object.entries(cases).map(([name, make]): HostileText => ({ name, make }));
	for (const pump of tokens) {
		texts.push(repeated("", pump, ""), repeated("", pump, "\u0001"), repeated(token(), pump, token()));
		texts.push(nested(pump, token()), repeatedTwice("", pump, token()));
	}
	for (let made = 0; made < randomTexts; made++) {
		const pump = some(2) + token();
		texts.push(repeated(some(3), pump, some(2)));
		if (made % 3 === 0) texts.push(repeatedTwice(some(1), pump, some(2)));
		if (made % 3 === 1) texts.push(nested(pump, some(2) + token()));
		if (made % 3 === 2) texts.push(halves(pump, some(2) + token(), some(1)));
	}
	return texts;
}

const quoted = (text: string) => JSON.stringify(text);

function repeated(prefix: string, pump: string, suffix: string): HostileText {
	return {
		name: `${quoted(prefix)} + ${quoted(pump)} repeated + ${quoted(suffix)}`,
		make: (size) => prefix + pump.repeat(times(size, pump)) + suffix,
	};
}

function repeatedTwice(prefix: string, pump: string, between: string): HostileText {
	return {
		name: `${quoted(prefix)} + (${quoted(pump)} repeated + ${quoted(between)}) repeated`,
		make: (size) => {
			const row = pump.repeat(times(Math.sqrt(size), pump)) + between;
			return prefix + row.repeat(times(size, row));
		},
	};
}

function nested(open: string, close: string): HostileText {
	return {
		name: `${quoted(open)} repeated + ${quoted(close)} as often`,
		make: (size) => {
			const depth = times(size, open + close);
			return open.repeat(depth) + close.repeat(depth);
		},
	};
}

function halves(one: string, other: string, between: string): HostileText {
	return {
		name: `${quoted(one)} repeated + ${quoted(between)} + ${quoted(other)} repeated`,
		make: (size) => one.repeat(times(size / 2, one)) + between + other.repeat(times(size / 2, other)),
	};
}

function times(size: number, pump: string): number {
	return Math.max(1, Math.floor(size / Math.max(1, pump.length)));
}
