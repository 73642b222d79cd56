import { completionRate } from "../../../src/core/completions/completionRate";
import { answerFigures } from "../completions/answers/answerFigures";
import { filterCases, filterOutcome } from "../completions/filterCases";
import { measureLatency } from "../completions/latency";
import { onDemandMonth } from "../completions/onDemandMonth";
import { replayGatehouse, replayPlain } from "../completions/replay";
import { suggestTime } from "../completions/suggestTime";
import { typedEdits } from "../completions/typist";
import { corpus } from "../edits/corpus";
import { atLeast, atMost, type Goal, type Measured, measured, type Part } from "../figure";
import { median } from "../median";

/** Maximum and minimum numbers of edits that are typed. */
const mostEdits = 40;
const fewestEdits = 20;
/** Delays of the scripted gateway's answers, in milliseconds. */
const answerTimes = [300, 1_000];
/** The gateway's limit of requests per minute, which typing must not reach. */
const minuteLimit = 30;
/** The quota of a month, in requests. */
const monthQuota = 3_000;
const workingDays = 22;

/** Measures the completions of code against a scripted gateway with known answers and times (docs/performance.md#completions). */
export const completionsPart: Part = async (tell, subject) => {
	const edits = await corpus();
	const figures: Measured[] = [];
	for (const milliseconds of answerTimes)
		figures.push(
			...(await subject(`typing edits, answers after ${milliseconds} ms`, async () => {
				const typed = typedEdits(edits, mostEdits);
				const [own, plain] = [await replayGatehouse(typed, milliseconds), await replayPlain(typed, milliseconds)];
				const ms = milliseconds;
				return [
					measured(`typing, ${ms} ms: real edits`, typed.length, "", atLeast(fewestEdits)),
					measured(`typing, ${ms} ms: requests / plain debounce`, own.requests / plain.requests, "×", atMost(0.35)),
					measured(`typing, ${ms} ms: suggestions`, own.suggestions, "", atLeast(plain.suggestions)),
					measured(
						`typing, ${ms} ms: suggestions from the trie`,
						percent(own.fromCache, own.suggestions),
						"%",
						atLeast(60),
					),
					measured(`typing, ${ms} ms: most requests in a minute`, own.mostPerMinute, "", below(minuteLimit)),
				];
			})),
		);
	figures.push(
		...(await subject("holding an answer", async () => {
			const { answered, cached } = await measureLatency();
			return [
				measured("last byte to suggestion, median", median(answered), "ms", atMost(5)),
				measured("last byte to suggestion, 95th percentile", percentile(answered), "ms", atMost(20)),
				measured("key without a request, median", median(cached), "ms", atMost(1)),
				measured("key without a request, 95th percentile", percentile(cached), "ms", atMost(5)),
			];
		})),
		...(await subject("filters, the held-out half", async () => {
			const cases = filterCases(edits, "held");
			const good = cases.filter(({ isGood }) => isGood);
			const bad = cases.filter(({ isGood }) => !isGood);
			const share = (some: typeof cases, outcome: (one: (typeof cases)[number]) => boolean) =>
				percent(some.filter(outcome).length, some.length);
			return [
				measured("filters: bad answers", bad.length, "", atLeast(150)),
				measured("filters: good answers", good.length, "", atLeast(150)),
				measured(
					"filters: bad ones shown",
					share(bad, (one) => filterOutcome(one) === "bad"),
					"%",
					atMost(1),
				),
				measured(
					"filters: good ones withheld",
					share(good, (one) => filterOutcome(one) !== "shown"),
					"%",
					atMost(1),
				),
			];
		})),
		...(await subject("filters, hand-written answers and code of many languages", async () => {
			const { bad, badShown, good, languages, withheld, changed } = await answerFigures("held");
			return [
				measured("filters: hand-written bad answers", bad, "", atLeast(100)),
				measured("filters: hand-written bad ones shown", percent(badShown, bad), "%", atMost(2)),
				measured("filters: answers cut from real code", good, "", atLeast(300)),
				measured("filters: languages of these", languages, "", atLeast(20)),
				measured("filters: real code withheld or changed", percent(withheld + changed, good), "%", atMost(1)),
			];
		})),
		...(await subject("a quota on demand", async () => {
			const lasted = await onDemandMonth(monthQuota, workingDays);
			return [
				measured("on demand: days that a quota lasts", lasted.days, "", atLeast(workingDays)),
				measured("on demand: requests caused by typing alone", lasted.automatic, "", atMost(0)),
				measured("on demand: requests in a month", lasted.requests, "", atMost(monthQuota)),
			];
		})),
		...(await subject("VS Code's own list, with completions and without", () => suggestTime(tell))),
	);
	tell(
		`a minute's limit of ${minuteLimit} leaves ${completionRate("typing", [minutely]).perMinute} requests for typing`,
	);
	return figures;
};

const minutely = { id: "minute", unit: "requests", period: 60_000, limit: minuteLimit, left: minuteLimit } as const;

const below = (limit: number): Goal => ({ text: `< ${limit}`, holds: (value) => value < limit });

function percent(part: number, whole: number): number {
	return whole === 0 ? 0 : (100 * part) / whole;
}

/** Returns the 95th percentile. */
function percentile(values: readonly number[]): number {
	return [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0;
}
