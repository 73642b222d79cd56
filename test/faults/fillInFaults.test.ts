import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { inspect } from "node:util";
import type { FillInWay } from "../../src/core/gateway/fillIn/fillIn";
import { GatewayError } from "../../src/core/gateway/gatewayError";
import { sseChunk, sseDone, sseEvent } from "../gateway/endpoints/sseChunk";
import type { Step } from "../gateway/script";
import { fillInSession } from "../unit/core/completions/fillInSession";
import { canaryKey, clientOf } from "../unit/core/gateway/gatewayHarness";
import { bodyFaults } from "./bodyFaults";
import { connectionFaults } from "./connectionFaults";
import type { Fault, OperationName } from "./fault";
import { FaultWorld } from "./faultWorld";
import { statusFaults } from "./statusFaults";
import { streamFaults } from "./streamFaults";

const before = "export function total(a: number, b: number) {\n\tconst canaryOfTheCode = 1;\n\treturn ";
const after = "\n}\n";
const ways: readonly FillInWay[] = [{ rung: "suffix" }, { rung: "tokens", family: "qwen" }, { rung: "chat" }];
/**
 * Maximum numbers of requests. Without retries, as here, only a refused field costs another request, and a redirection
 * several.
 */
const mostRequests = { usual: 2, redirected: 6 };

const textEvent = (text: unknown) => sseEvent({ choices: [{ index: 0, text, finish_reason: null }] });
const bytes = (data: string | Uint8Array): Step => ({ type: "bytes", data });
const cup = Buffer.from(textEvent("☕"));

/** Answers that are not valid for this operation. None may result in code. */
const ownFaults: readonly Fault[] = (
	[
		...[1, true, [], {}, ["a + b;"], { text: "a + b;" }].map(
			(text) => [`a text that is ${JSON.stringify(text)}`, [bytes(textEvent(text))]] as const,
		),
		...[null, [], {}, "a", [null], [1], [{}], [[]]].map(
			(choices) => [`choices that are ${JSON.stringify(choices)}`, [bytes(sseEvent({ choices }))]] as const,
		),
		...[null, 1, "a + b;", []].map(
			(event) => [`an event that is ${JSON.stringify(event)}`, [bytes(sseEvent(event))]] as const,
		),
		["nothing but an end", [bytes(sseDone)]],
		["a character that is torn", [bytes(cup.subarray(0, cup.indexOf(0xe2) + 2)), { type: "close" }]],
		["blank lines without an end", [...Array(400)].map(() => bytes(textEvent("\n".repeat(1_000))))],
		["one line of 12 MB", [...Array(12)].map(() => bytes(textEvent("x y ".repeat(250_000))))],
		["an open tag without an end", [bytes(sseChunk(`<fill>${"\n".repeat(100_000)}`)), { type: "stall" }]],
		["silence after a comment", [bytes(": wait\n\n"), { type: "stall" }]],
	] as const
).map(([name, steps]) => ({
	name,
	operations: ["stream"],
	answer: () => ({ chunks: steps }),
	expected: () => ({ end: "complete" }),
}));

const groups: readonly (readonly [name: string, faults: readonly Fault[], operation: OperationName])[] = [
	["connection", connectionFaults, "stream"],
	["status", statusFaults, "stream"],
	["body", bodyFaults, "completion"],
	["stream", streamFaults, "stream"],
	["its own", ownFaults, "stream"],
];

/** Creates a session of completions in a world with a faulty gateway. */
function sessionIn(world: FaultWorld, way: FillInWay) {
	const { clock } = world;
	const gateway = clientOf(world.gateway.url, canaryKey, world.gatewayServices, { retries: 0 });
	const { session, errors, provide } = fillInSession({ gateway, clock, way, before, after });
	const ask = () => world.drive(provide(new AbortController().signal));
	// A request by the user waits for no pause in typing.
	world.onTurn = () => clock.advance(0);
	return { session, errors, ask };
}

describe("fault matrix: completions", () => {
	for (const way of ways)
		for (const [group, faults, operation] of groups)
			describe(`${way.rung}: ${group}`, () => {
				for (const fault of faults.filter(({ operations }) => operations.includes(operation)))
					it(fault.name, () => meet(way, fault, operation));
			});
});

async function meet(way: FillInWay, fault: Fault, operation: OperationName): Promise<void> {
	const rejections: unknown[] = [];
	const onRejection = (reason: unknown) => void rejections.push(reason);
	process.on("unhandledRejection", onRejection);
	const world = new FaultWorld(await FaultWorld.start());
	try {
		const { session, errors, ask } = sessionIn(world, way);
		await world.impose(fault, operation);
		const shown = await ask();
		const { end, text = "", reason } = fault.expected(operation);
		if (way.rung === "chat") assert.equal(shown, undefined, "no code without the tag");
		else assert.ok(shown === undefined || text.startsWith(shown.text), `${shown?.text}`);
		if (end === "failed") assert.deepEqual(errors.map(reasonOf), [reason]);
		assert.ok(errors.length <= 1);
		const most = fault.name.startsWith("307") ? mostRequests.redirected : mostRequests.usual;
		assert.ok(world.requests.length <= most, `${world.requests.length} requests`);
		await world.allEnded();
		await world.lift();
		// As if the user had typed something else, and the pause were over.
		session.reset();
		session.resume();
		const match = way.rung === "chat" ? "/v1/chat/completions" : "/v1/completions";
		const right = way.rung === "chat" ? sseChunk("<fill>a + b;</fill>") : textEvent("a + b;");
		world.gateway.script({ match, chunks: [bytes(right + sseChunk({}, "stop") + sseDone)] });
		assert.equal((await ask())?.text, "a + b;", "the next one succeeds");
		await world.allEnded();
		await turn();
		assert.equal(world.clock.pending, 0, "no timers are left");
		assert.deepEqual(rejections, []);
		const traces = inspect([errors, world.log.lines, world.ledger.records, [...world.state.values]], { depth: 12 });
		for (const secret of [canaryKey, "canaryOfTheCode"]) assert.ok(!traces.includes(secret), secret);
	} finally {
		process.off("unhandledRejection", onRejection);
		await world.gateway.close();
	}
}

function reasonOf(error: unknown): unknown {
	return error instanceof GatewayError ? error.reason : error;
}
