import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cursorTextAt } from "../../../../src/core/completions/answer/cursorText";
import { completionRate } from "../../../../src/core/completions/completionRate";
import { CompletionSession } from "../../../../src/core/completions/completionSession";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { sharedRequestsOnDisk } from "../../../../src/vscode/adapters/sharedRequestsOnDisk";
import { manualClock } from "../memoryPorts";
import { turn } from "./sessionHarness";

const origin = "https://gateway.example";
const minute = 60_000;
/** Number of requests that the gateway allows in a minute, the smallest known limit, and in a month. */
const perMinute = 30;
const perMonth = 3_000;
/** Time that the user stays in a window, in milliseconds: long enough for a request. */
const stay = 1_300;

const unaborted = new AbortController().signal;
const fail = (error: unknown) => {
	throw error;
};

/** Creates a gateway that enforces its limits, and windows of one user that ask it. */
function world(root: string, { used = 0, isTold = true, names = ["one", "other"] } = {}) {
	const clock = manualClock();
	const counts = { month: used, refused: 0 };
	/** The times of the requests. */
	const times: number[] = [];
	const counting: Promise<boolean>[] = [];
	let [current, inMinute] = [-1, 0];
	const reply = () => {
		times.push(clock.now());
		const now = Math.floor(clock.now() / minute);
		if (now !== current) [current, inMinute] = [now, 0];
		const isRefused = inMinute >= perMinute || counts.month >= perMonth;
		if (isRefused) counts.refused++;
		else {
			inMinute++;
			counts.month++;
		}
		const told = {
			"x-ratelimit-limit-minute": `${perMinute}`,
			"x-ratelimit-remaining-minute": `${perMinute - inMinute}`,
			"x-ratelimit-limit-month": `${perMonth}`,
			"x-ratelimit-remaining-month": `${perMonth - counts.month}`,
		};
		return new Response("", { status: isRefused ? 429 : 200, headers: isTold ? told : {} });
	};
	const windows = names.map((name) => {
		const limits = new ReportedLimits(clock);
		const rate = () => completionRate("typing", limits.current(origin));
		const requests = sharedRequestsOnDisk(root, clock, fail);
		const session = new CompletionSession({
			clock,
			expected: 200,
			rate,
			mayAsk: (most, signal) => {
				const counted = requests.add(origin, most, signal);
				counting.push(counted);
				return counted;
			},
			count: () => {},
			onError: (error) => assert.ok(error instanceof GatewayError),
			fill: async (_, __, onCode) => {
				const { status } = await limits.sending(origin, "sk-demo", "completions", async () => reply());
				if (status === 429) throw new GatewayError("rateLimited", "Too many.", 429);
				onCode("value;\n");
				return "value;\n";
			},
		});
		return { name, session, rate };
	});
	/** Types in the windows in turn, at a new place each time. */
	const type = async (places: number) => {
		for (let place = 0; place < places; place++) {
			for (const { name, session } of windows) {
				const text = `const ${name}${clock.now()} = `;
				const cursor = cursorTextAt(text, text.length, "typescript", "a.ts");
				void session.provide({ document: name, cursor, isAutomatic: true }, new AbortController().signal);
				clock.advance(stay);
				await Promise.all(counting.splice(0));
				await turn();
			}
		}
	};
	/** The largest number of requests in any 60 seconds. */
	const mostInMinute = () =>
		Math.max(...times.map((time) => times.filter((other) => other >= time && other < time + minute).length));
	const close = (name: string) =>
		windows.splice(
			windows.findIndex((window) => window.name === name),
			1,
		);
	return { clock, counts, times, type, close, mostInMinute, rates: () => windows.map(({ rate }) => rate()) };
}

describe("completions: several windows at one gateway", () => {
	let root: string;
	beforeEach(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-requests-"));
	});
	afterEach(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

	for (const isTold of [true, false])
		for (const many of [2, 3, 4])
			it(`never reach 30 requests a minute together, with ${many} windows, ${isTold ? "reported" : "though no limit is reported"}`, async () => {
				const names = ["one", "other", "third", "fourth"].slice(0, many);
				const { counts, type, mostInMinute } = world(root, { isTold, names });
				await type(3 * (minute / stay / many));
				assert.equal(counts.refused, 0);
				assert.ok(mostInMinute() <= perMinute / 2, `${mostInMinute()} requests in a minute`);
				assert.ok(counts.month > 2 * (perMinute / 2), `${counts.month} requests are enough to say so`);
			});

	it("count those of one that has crashed for a minute, and leave no files", async () => {
		const { clock, times, type, close, mostInMinute } = world(root, {
			isTold: false,
			names: ["one", "other", "third"],
		});
		await type(6);
		assert.equal(times.length, 15, "the other three have to wait");
		close("third");
		const [folder = ""] = await readdir(root);
		// A crashed window has counted a request that it could not send.
		await writeFile(join(root, folder, `${clock.now()}-crashed`), "");
		await type(minute / stay / 2);
		assert.ok(mostInMinute() <= 15, `${mostInMinute()} requests in a minute`);
		await type(minute / stay);
		assert.ok(times.filter((time) => time > clock.now() - minute).length >= 14, "the others have the whole rate");
		assert.ok((await readdir(join(root, folder))).length <= 15);
	});

	it("continue separately if the disk fails, and always send what the user asks for", async () => {
		const file = join(root, "file");
		await writeFile(file, "");
		const errors: unknown[] = [];
		const failing = sharedRequestsOnDisk(file, manualClock(), (error) => errors.push(error));
		assert.equal(await failing.add(origin, 0, unaborted), true);
		assert.equal(await failing.add(origin, 0, unaborted), true);
		assert.equal(errors.length, 1, "a failing disk is reported once");
		await rm(file);
		assert.equal(await failing.add(origin, 1, unaborted), true);
		await rm(file, { recursive: true });
		await writeFile(file, "");
		assert.equal(await failing.add(origin, 0, unaborted), true);
		assert.equal(errors.length, 2, "it has worked in between");
		const clock = manualClock();
		const shared = sharedRequestsOnDisk(root, clock, fail);
		for (let count = 0; count < 3; count++)
			assert.equal(await shared.add(origin, Number.POSITIVE_INFINITY, unaborted), true);
		assert.equal(await shared.add(origin, 3, unaborted), false);
		assert.equal(await shared.add(origin, 4, unaborted), true, "a refused one is not counted");
		assert.equal(await shared.add("https://another.example", 1, unaborted), true);
		clock.advance(-2 * minute);
		assert.equal(await shared.add(origin, 1, unaborted), true, "the clock was set back");
	});

	it("do not count a request that is aborted while it is counted", async () => {
		const requests = sharedRequestsOnDisk(root, manualClock(), fail);
		const aborted = new AbortController();
		const adding = requests.add(origin, 1, aborted.signal);
		aborted.abort();
		assert.equal(await adding, false);
		assert.equal(await requests.add(origin, 1, AbortSignal.abort()), false);
		assert.equal(await requests.add(origin, 1, unaborted), true, "there is still room");
	});

	it("count each other's requests even if they are simultaneous", async () => {
		const clock = manualClock();
		const windows = [1, 2, 3].map(() => sharedRequestsOnDisk(root, clock, fail));
		for (let round = 0; round < 20; round++) {
			const added = await Promise.all(
				windows.flatMap((one) => [one.add(origin, 2, unaborted), one.add(origin, 2, unaborted)]),
			);
			assert.ok(added.filter(Boolean).length <= 2);
			clock.advance(minute);
		}
	});

	it("halve their rate below half of a limit, whichever window used it, and are on demand below a tenth", async () => {
		const half = world(root, { used: perMonth / 2 - 3 });
		assert.deepEqual(
			half.rates().map(({ factor }) => factor),
			[1, 1],
		);
		await half.type(4);
		assert.deepEqual(
			half.rates().map(({ factor, mode, perMinute }) => [factor, mode, perMinute]),
			[2, 2].map((factor) => [factor, "typing", 8]),
		);
		const last = world(join(root, "last"), { used: 0.9 * perMonth - 1 });
		await last.type(6);
		assert.deepEqual(
			last.rates().map(({ mode }) => mode),
			["demand", "demand"],
		);
		assert.ok(last.counts.month <= 0.9 * perMonth + 2, "each learns of it with its next answer, and asks no more");
	});
});
