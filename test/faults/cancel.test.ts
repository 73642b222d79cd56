import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { parseBaseUrl } from "../../src/core/gateway/baseUrl";
import { createGateway } from "../../src/core/gateway/client";
import { failureOf } from "../../src/core/gateway/errors/failure";
import type { Gateway } from "../../src/core/gateway/gateway";
import type { OnWait } from "../../src/core/gateway/retry";
import type { DemoGateway } from "../gateway/demoGateway";
import { sseChunk } from "../gateway/endpoints/sseChunk";
import type { ScriptedAnswer, Step } from "../gateway/script";
import { canaryKey, collect, question } from "../unit/core/gateway/gatewayHarness";
import { FaultWorld } from "./faultWorld";

type Ask = (client: Gateway, signal: AbortSignal, onWait: OnWait) => Promise<unknown>;

const asks: Readonly<Record<string, Ask>> = {
	models: (client, signal, onWait) => client.listModels(signal, onWait),
	chat: (client, signal, onWait) => collect(client.chat(question("hello"), signal, onWait)),
	embeddings: (client, signal, onWait) => client.embed("demo-embed", ["a", "b", "c"], signal, onWait),
};
const all = Object.keys(asks);

/** A point at which the user cancels. */
interface Point {
	readonly name: string;
	readonly operations: readonly string[];
	readonly answer?: ScriptedAnswer;
	/** Whether this point has been reached. */
	readonly now: (moment: Moment) => boolean;
	/** Number of requests that were sent by then. */
	readonly requests: number;
	/** The text of the chat's answer so far; nothing by default. */
	readonly text?: string;
	/** Whether the answer had ended by itself. */
	readonly whole?: boolean;
}

/** The progress of an operation. */
interface Moment {
	readonly keyAsked: boolean;
	readonly begun: number;
	readonly ended: number;
	readonly status: number | undefined;
	readonly bytesIn: number;
	readonly waiting: boolean;
	readonly over: boolean;
}

const bytes = (data: string): Step => ({ type: "bytes", data });
const stall: Step = { type: "stall" };
const half = sseChunk("half");
const whole = sseChunk("whole") + sseChunk({}, "stop");

const points: readonly Point[] = [
	{ name: "before it is asked", operations: all, now: () => true, requests: 0 },
	{ name: "while the key is read", operations: all, now: ({ keyAsked }) => keyAsked, requests: 0 },
	{ name: "before it connects", operations: all, now: ({ begun }) => begun === 1, requests: 1 },
	{
		name: "before the head",
		operations: all,
		answer: { chunks: [stall] },
		now: ({ begun }) => begun === 1,
		requests: 1,
	},
	{
		name: "after the head",
		operations: all,
		answer: { chunks: [{ type: "head" }, stall] },
		now: ({ status }) => status === 200,
		requests: 1,
	},
	{
		name: "after the first byte",
		operations: all,
		answer: { chunks: [bytes("{"), stall] },
		now: ({ bytesIn }) => bytesIn > 0,
		requests: 1,
	},
	{
		name: "in the middle of a text",
		operations: ["chat"],
		answer: { chunks: [bytes(half), stall] },
		now: ({ bytesIn }) => bytesIn === half.length,
		requests: 1,
		text: "half",
	},
	{ name: "in a pause", operations: all, answer: { status: 503 }, now: ({ waiting }) => waiting, requests: 1 },
	{ name: "between two texts to embed", operations: ["embeddings"], now: ({ ended }) => ended === 1, requests: 1 },
	{
		name: "after the end, before the connection closes",
		operations: ["chat"],
		answer: { chunks: [bytes(whole), stall] },
		now: ({ bytesIn }) => bytesIn === whole.length,
		requests: 1,
		text: "whole",
		whole: true,
	},
	{
		name: "when all is over",
		operations: ["models", "chat"],
		now: ({ over }) => over,
		requests: 1,
		text: "hello",
		whole: true,
	},
];

describe("faults: cancelling", () => {
	let server: DemoGateway;
	const rejections: unknown[] = [];
	const onRejection = (reason: unknown) => void rejections.push(reason);
	before(async () => {
		server = await FaultWorld.start();
		process.on("unhandledRejection", onRejection);
	});
	after(async () => {
		process.off("unhandledRejection", onRejection);
		await server.close();
	});

	it("happens at ten points or more", () => assert.ok(points.length >= 10));

	for (const point of points) {
		for (const operation of point.operations) {
			it(`${point.name} leaves nothing behind: ${operation}`, () => cancelAt(point, operation));
		}
	}

	async function cancelAt({ answer, now, requests, text = "", whole = false }: Point, operation: string) {
		const world = new FaultWorld(server);
		const script = answer && server.script({ ...answer, times: Number.POSITIVE_INFINITY });
		const abort = new AbortController();
		const seen = { keyAsked: false, waiting: false, over: false };
		const cancelNow = () => {
			const { records } = world.ledger;
			const { status, bytesIn = 0 } = records.at(-1) ?? {};
			const ended = records.filter(({ duration }) => duration !== undefined).length;
			if (now({ ...seen, begun: records.length, ended, status, bytesIn })) abort.abort();
		};
		const readKey = async () => {
			seen.keyAsked = true;
			cancelNow();
			return canaryKey;
		};
		// The ledger reports a request's beginning and end at once; everything else is visible in the next turn.
		world.ledger.onDidChange(cancelNow);
		const client = createGateway(parseBaseUrl(server.url), { read: readKey }, world.gatewayServices);
		cancelNow();
		const outcome = asks[operation]?.(client, abort.signal, (wait) => {
			seen.waiting = wait !== undefined;
		});
		assert.ok(outcome);
		const settled = outcome.then(
			(value) => ({ value }),
			(error: unknown) => ({ error }),
		);
		void settled.then(() => {
			seen.over = true;
		});
		world.onTurn = cancelNow;
		try {
			await world.drive(settled);
		} finally {
			script?.dispose();
		}
		cancelNow();
		assert.ok(abort.signal.aborted);
		const result = await settled;

		if (operation === "chat") {
			// Cancellation is not an error: a chat ends quietly, with the text that it has.
			assert.ok("value" in result, String("error" in result && result.error));
			const answer = result.value as Awaited<ReturnType<typeof collect>>;
			assert.equal(answer.text, text);
			assert.equal(answer.end?.type, whole ? "finished" : text === "" ? undefined : "text");
		} else if (whole) assert.ok("value" in result);
		else assert.equal("error" in result && failureOf(result.error).reason, "cancelled");

		await world.allEnded();
		await turn();
		assert.equal(world.ledger.records.length, requests);
		assert.ok(world.ledger.records.every(({ duration }) => duration !== undefined));
		assert.equal(world.clock.pending, 0, "timers");
		assert.equal(getEventListeners(abort.signal, "abort").length, 0, "listeners");
		assert.deepEqual(rejections, []);
		assert.ok(await asks[operation]?.(client, new AbortController().signal, () => {}), "the next one succeeds");
	}
});
