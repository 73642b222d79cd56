import assert from "node:assert/strict";
import { watchedGateway } from "../../../../src/core/connections/watchedGateway";
import type { ChatEvent, Gateway } from "../../../../src/core/wire/gateway";
import { GatewayError, type GatewayErrorReason } from "../../../../src/core/wire/gatewayError";
import { never } from "../wire/wireHarness";

/** A gateway that answers with these events, or fails so, and what was learned of its key. */
function setUp(outcome: readonly ChatEvent[] | Error) {
	const learned: string[] = [];
	const answer = async <T>(value: T): Promise<T> => {
		if (outcome instanceof Error) throw outcome;
		return value;
	};
	const gateway: Gateway = {
		listModels: () => answer([]),
		embed: () => answer([]),
		async *chat() {
			yield* await answer(outcome as readonly ChatEvent[]);
		},
	};
	const watched = watchedGateway(gateway, () => ({
		accepted: () => learned.push("accepted"),
		refused: () => learned.push("refused"),
	}));
	const requests = {
		listModels: () => watched.listModels(never),
		embed: () => watched.embed("m", ["t"], never),
		chat: async () => {
			for await (const _ of watched.chat({ model: "m", messages: [] }, never));
		},
	};
	return { learned, requests: Object.entries(requests) };
}

const text: ChatEvent = { type: "text", text: "x" };
const failed = (reason: GatewayErrorReason) => new GatewayError(reason, reason);
const interrupted = (reason: GatewayErrorReason): ChatEvent => ({ type: "interrupted", cause: failed(reason) });

describe("what requests tell of their key", () => {
	it("an answer accepts it, once", async () => {
		const { learned, requests } = setUp([text, text, { type: "finished", reason: "stop" }]);
		for (const [name, request] of requests) {
			await request();
			assert.deepEqual(learned.splice(0), ["accepted"], name);
		}
	});

	it("pass everything on that is asked", async () => {
		const asked: unknown[][] = [];
		const gateway: Gateway = {
			listModels: async (...args) => {
				asked.push(args);
				return [];
			},
			embed: async (...args) => {
				asked.push(args);
				return [];
			},
			async *chat(...args) {
				asked.push(args);
				yield text;
			},
		};
		const watched = watchedGateway(gateway, () => ({ accepted() {}, refused() {} }));
		const onWait = () => {};
		await watched.listModels(never, onWait);
		await watched.embed("m", ["t"], never, onWait, ["a.ts"]);
		const request = { model: "m", messages: [] };
		for await (const _ of watched.chat(request, never, onWait));
		assert.deepEqual(asked, [
			[never, onWait],
			["m", ["t"], never, onWait, ["a.ts"]],
			[request, never, onWait],
		]);
	});

	it("a refusal refuses it, and is passed on", async () => {
		const { learned, requests } = setUp(failed("unauthorized"));
		for (const [name, request] of requests) {
			await assert.rejects(request(), { reason: "unauthorized" });
			assert.deepEqual(learned.splice(0), ["refused"], name);
		}
	});

	for (const reason of ["rateLimited", "unavailable", "forbidden", "network", "cancelled"] as const) {
		it(`${reason} says nothing about it`, async () => {
			const { learned, requests } = setUp(failed(reason));
			for (const [, request] of requests) await assert.rejects(request(), { reason });
			assert.deepEqual(learned, []);
		});
	}

	it("a refusal after the answer's 200 refuses it; other interruptions do not", async () => {
		for (const [events, expected] of [
			[[interrupted("unauthorized")], ["refused"]],
			[[interrupted("network")], []],
			[[text, interrupted("network")], ["accepted"]],
		] as const) {
			const { learned, requests } = setUp(events);
			await requests.find(([name]) => name === "chat")?.[1]();
			assert.deepEqual(learned, expected);
		}
	});
});
