import assert from "node:assert/strict";
import type { DemoGateway } from "../../gateway/demoGateway";
import type { Step } from "../../gateway/script";
import { clientOf, collect, never, question } from "../../unit/core/gateway/gatewayHarness";
import { FaultWorld } from "../faultWorld";
import { answerOf, type ReadAnswer, readBody } from "../readBody";
import { assertDialects } from "./dialect";
import { embeddingDialects } from "./embeddingDialects";
import { endDialects } from "./endDialects";
import { framingDialects } from "./framingDialects";
import { reasoningDialects } from "./reasoningDialects";
import type { StreamDialect } from "./streamDialect";

const dialects = [...endDialects, ...reasoningDialects, ...framingDialects];
/** The goals: minimum numbers of dialects. */
const least = { streams: 40, embeddings: 7 };

/** Returns the worst places to cut a body: around line breaks and colons, within a character, and some others. */
function awkwardPlaces(body: Uint8Array): number[] {
	const places = new Set([1, Math.round(body.length / 3), Math.round((2 * body.length) / 3), body.length - 1]);
	const breaks = new Set<number>();
	for (const [at, byte] of body.entries()) {
		if (byte === 0x0a || byte === 0x0d) breaks.add(at).add(at + 1);
		if (byte >= 0xc0) places.add(at + 1);
	}
	const some = [...breaks].filter((_, index) => index % Math.ceil(breaks.size / 8) === 0);
	return [...places, ...some].filter((at) => at > 0 && at < body.length);
}

/** Compares the client's answer with the expected one. */
function assertComesTo({ text, reasoning, end, usage }: ReadAnswer, dialect: StreamDialect, how: string): void {
	assert.deepEqual({ text, reasoning }, { text: dialect.text, reasoning: dialect.reasoning }, how);
	const expected = dialect.end;
	if ("finished" in expected) assert.equal(end, `finished: ${expected.finished}`, how);
	else {
		const begin = "failed" in expected ? `failed ${expected.failed}: ` : `${expected.interrupted}: `;
		assert.ok(end.startsWith(begin), `${how}: ${end}`);
	}
	const counted = dialect.usage;
	if (counted) {
		const [promptTokens, completionTokens] = counted;
		assert.deepEqual(usage, { type: "usage", usage: { promptTokens, completionTokens } }, how);
	} else assert.equal(usage, undefined, how);
}

describe("faults: dialects of streams", () => {
	let server: DemoGateway;
	before(async () => {
		server = await FaultWorld.start();
	});
	after(() => server.close());

	const read = (chunks: readonly Step[], type: string) => {
		server.script({ match: "/v1/chat/completions", headers: { "content-type": type }, chunks });
		return answerOf(collect(clientOf(server.url).chat(question("hello"), never)));
	};

	for (const dialect of dialects) {
		const { name, source, type = "text/event-stream" } = dialect;
		it(`${name} (${source})`, async () => {
			const body = new TextEncoder().encode(dialect.body);
			const step = (data: Uint8Array): Step => ({ type: "bytes", data });
			assertComesTo(await read([step(body)], type), dialect, "whole");
			for (const at of awkwardPlaces(body)) {
				const pieces = [body.subarray(0, at), body.subarray(at)];
				assertComesTo(await read(pieces.map(step), type), dialect, `split at ${at}`);
			}
			const bytes = Array.from(body, (byte) => Uint8Array.of(byte));
			assertComesTo(await readBody(bytes), dialect, "a byte at a time");
		});
	}

	for (const { name, source, json, vector } of embeddingDialects) {
		it(`${name} (${source})`, async () => {
			server.script({ match: "/v1/embeddings", json });
			const [read, ...more] = await clientOf(server.url).embed("demo-embed", ["x"], never);
			assert.deepEqual([...(read ?? [])], vector);
			assert.equal(more.length, 0);
		});
	}

	it("have unique names and sources, in the intended number", () => {
		assertDialects(dialects, least.streams);
		assertDialects(embeddingDialects, least.embeddings);
	});
});
