import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../../gateway/requestBody";
import { chatPath, closeGatewaysAfterEach, embedPath } from "../gatewayHarness";

/** A sentence or rule of `docs/gateway-spec.md` after its section; for a table's row, its cells. */
export type Sentence = `§${string}: ${string}`;

/** Defines a test of sentences with the same meaning, which are its title. */
export type Holds = (sentences: readonly Sentence[], test: () => Promise<void>) => void;

export const hello = { role: "user", content: "one two three" };
export const chatBody = { model: "demo-echo", messages: [hello] };
export const embedBody = { model: "demo-embed", input: "Hello" };

type Operation = readonly [method: string, path: string, body: JsonObject | undefined];

/** A valid request for each operation of the spec. */
export const operations: readonly [Operation, Operation, Operation] = [
	["GET", "/v1/models", undefined],
	["POST", chatPath, chatBody],
	["POST", embedPath, embedBody],
];

/** Tests the spec's promises of one kind. The README of the demo gateway lists the same sentences under the same file. */
export function describeSpec(file: `spec${string}.test.ts`, define: (holds: Holds) => void): void {
	describe(`gateway: ${file.replace(".test.ts", "")}`, () => {
		closeGatewaysAfterEach();
		const proven: Sentence[] = [];
		define((sentences, test) => {
			proven.push(...sentences);
			it(sentences.join(" / "), test);
		});

		it("is listed, sentence by sentence, in the demo gateway's README", () => {
			const rows = readFileSync(readmePath(), "utf8")
				.split("\n")
				.filter((line) => line.includes(`| \`${file}\` |`));
			const told = rows.map((row) => row.split(" | ").slice(0, 2).join(": ").replace(/^\| /, ""));
			assert.deepEqual(told.sort(), proven.sort());
		});
	});
}

/** Runs an operation like a client that is configured with an address and a key. */
export function ask(base: string, key: string, [method, path, body]: Operation, headers?: HeadersInit) {
	const sent = new Headers({ authorization: `Bearer ${key}` });
	if (body) sent.set("content-type", "application/json");
	new Headers(headers).forEach((value, name) => {
		sent.set(name, value);
	});
	return fetch(base + path, { method, headers: sent, ...(body ? { body: JSON.stringify(body) } : {}) });
}

/** Returns the status of each operation. */
export async function statuses(base: string, key: string): Promise<readonly number[]> {
	return Promise.all(operations.map(async (operation) => (await ask(base, key, operation)).status));
}

/** Returns the JSON of an answer, which must be a success. */
export async function jsonOf(response: Response) {
	assert.equal(response.status, 200);
	assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
	return response.json();
}

/** Returns the path of the demo gateway's README, in a folder above this bundle, wherever that was built. */
function readmePath(): string {
	for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
		const path = join(folder, "test", "gateway", "README.md");
		if (existsSync(path)) return path;
		if (folder === dirname(folder)) throw new Error("The tests were moved away from the repository.");
	}
}
