import { getHeapSpaceStatistics } from "node:v8";
import { type HostileText, hostileTexts } from "./hostileTexts";
import type { Reader } from "./reader";

/** Minimum time for a comparison of growth, in milliseconds: below it, the clock is too coarse. */
const judgedFrom = 20;
/** Factor by which a text is lengthened. */
const step = 4;
/** Maximum factor by which its time may grow. */
const mostGrowth = 10;
/**
 * `enough`: time of a reading, in milliseconds, from which the text is not read at greater lengths, if its growth can
 * be judged. `slow`, `growing`: numbers of texts that are read at medium length: the slowest ones, and those whose time
 * grows most. `fewer`, `fewest`: numbers of texts that are read at greater lengths.
 */
const { enough, slow, growing, fewer, fewest } =
	process.env.GATEHOUSE_LONG === "1"
		? { enough: 200, slow: 8, growing: 4, fewer: 6, fewest: 3 }
		: { enough: 100, slow: 4, growing: 3, fewer: 4, fewest: 2 };
/** Number of measurements that must all show too much growth: the machine may be busy during one of them. */
const rounds = 3;
/**
 * Size of the young objects of earlier readings from which they are collected before the next reading, in bytes: an eighth
 * of the room that `growthOf.ts` gives them. A collection takes 5 ms, as long as most readings.
 */
const mostGarbage = 64 * 1024 * 1024;
const usualMost = 1024 * 1024;
const [shortText, screenedText, firstMeasured] = [512, 4096, 16 * 1024];

/** One reading of a text. */
interface Reading {
	readonly text: HostileText;
	readonly size: number;
	readonly milliseconds: number;
}

/**
 * Measures whether the time that a reader takes grows with the length of its texts: all hostile texts are read while
 * they are short, then the slowest ones at growing lengths.
 *
 * @param tell called with the name of the next text before it is read, in case the reader never returns.
 * @returns the problem; `undefined` when there is none.
 */
export async function measureGrowth(reader: Reader, tell: (reading: string) => void): Promise<string | undefined> {
	const most = reader.most ?? usualMost;
	const problems: string[] = [];
	const time = async (text: HostileText, size: number): Promise<Reading> => {
		const made = text.make(Math.min(size, most));
		tell(`${made.length} characters of ${text.name}`);
		// Garbage of earlier readings is not counted: it is collected before it takes room that this reading may need.
		// Collects only the young objects: a full collection would take longer than many readings, and would discard
		// compiled code that the next one needs.
		if (size >= firstMeasured && youngBytes() > mostGarbage) globalThis.gc?.({ type: "minor" });
		const before = process.cpuUsage();
		try {
			await reader.read(made);
		} catch (error) {
			if (error instanceof RangeError) problems.push(`${error} at ${made.length} characters of ${text.name}`);
		}
		const { user, system } = process.cpuUsage(before);
		return { text, size, milliseconds: (user + system) / 1000 };
	};
	const median = async (text: HostileText, size: number) => {
		const readings = [await time(text, size), await time(text, size), await time(text, size)];
		return readings.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)[1] ?? 0;
	};
	/** Measures the growth between two lengths again if it seems too large; returns the problem if it always is. */
	const judge = async (short: Reading, long: Reading): Promise<string | undefined> => {
		if (short.milliseconds < judgedFrom || long.milliseconds <= short.milliseconds * mostGrowth) return undefined;
		let [less, more] = [0, 0];
		for (let round = 0; round < rounds; round++) {
			[less, more] = [await median(short.text, short.size), await median(long.text, long.size)];
			if (less < judgedFrom || more <= less * mostGrowth) return undefined;
		}
		const figures = `${less.toFixed(0)} ms for ${short.size} characters, ${more.toFixed(0)} ms for ${long.size}`;
		return `${figures} of ${short.text.name}`;
	};
	const finalists = await screen(hostileTexts(reader), time);
	let readings: readonly Reading[] = finalists.map((text) => ({ text, size: 0, milliseconds: 0 }));
	for (let size = firstMeasured; size / step < most && problems.length === 0; size *= step) {
		const next: Reading[] = [];
		for (const reading of readings) {
			const longer = await time(reading.text, Math.min(size, most));
			const problem = await judge(reading, longer);
			if (problem) problems.push(problem);
			if (problems.length > 0) break;
			if (reading.milliseconds < judgedFrom || longer.milliseconds < enough) next.push(longer);
		}
		// The longer the texts are, the fewer are read.
		readings = slowest(next, size === firstMeasured ? fewer : fewest);
	}
	return problems[0];
}

/** A reading of a text at medium length, and the factor by which its time has grown. */
interface Screened extends Reading {
	readonly growth: number;
}

/** Returns the texts that take longest when they are short, and those whose time grows most. */
async function screen(
	texts: readonly HostileText[],
	time: (text: HostileText, size: number) => Promise<Reading>,
): Promise<readonly HostileText[]> {
	const short: Reading[] = [];
	for (const text of texts) short.push(await time(text, shortText));
	const once: Screened[] = [];
	for (const { text, milliseconds } of slowest(short, 50)) {
		const reading = await time(text, screenedText);
		once.push({ ...reading, growth: reading.milliseconds / Math.max(0.01, milliseconds) });
	}
	// Chance makes a reading longer, never shorter: only texts that may be chosen are read again.
	const twice: Screened[] = [];
	for (const one of chosen(once, 2)) {
		const { milliseconds } = await time(one.text, screenedText);
		const share = Math.min(1, milliseconds / Math.max(0.01, one.milliseconds));
		twice.push({ ...one, milliseconds: one.milliseconds * share, growth: one.growth * share });
	}
	return chosen(twice, 1).map(({ text }) => text);
}

/** Returns the slowest texts and those whose time grows most, a multiple of the usual number. */
function chosen(screened: readonly Screened[], times: number): readonly Screened[] {
	const steepest = [...screened].sort((a, b) => b.growth - a.growth).slice(0, growing * times);
	return [...new Set([...slowest(screened, slow * times), ...steepest])];
}

/** Returns the size of all objects that are young, or were until they became garbage, in bytes. */
function youngBytes(): number {
	const young = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith("new_"));
	return young.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
}

function slowest<T extends Reading>(readings: readonly T[], most: number): readonly T[] {
	return [...readings].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, most);
}
