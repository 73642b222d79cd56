import assert from "node:assert/strict";
import { readModels } from "../../../src/core/gateway/response/modelsReader";
import { gatewayLimits } from "../../../src/shared/untrusted/limits";
import { assertDialects } from "./dialect";
import { modelListDialects } from "./modelListDialects";

const hintFields =
	`type mode task pipeline_tag model_type capabilities labels tags families endpoints output output_modalities
	architecture modality modalities supported_endpoint_types meta info details object`.split(/\s+/);

const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => ({ info: inner, meta: [inner] }), "chat");
/** Values that no server should send. */
const hostileValues: Readonly<Record<string, unknown>> = {
	"a name that objects inherit": "constructor",
	"such a name in a list": ["__proto__", "toString", "hasOwnProperty"],
	"an own field of such a name": JSON.parse('{"__proto__":true,"constructor":true,"toString":{"type":"x"}}'),
	"a number": 7,
	"a yes": true,
	"an empty list": [],
	"lists in lists": [[["chat"]]],
	"an object in an object": { type: { type: 7 } },
	"a long text": "x".repeat(1_000_000),
	"a long list": Array.from({ length: 100_000 }, (_, at) => `x${at}`),
	"an object with many fields": Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`x${at}`, true])),
	"arrows alone": "->".repeat(50),
	"what lies deep": deep,
};

describe("models: lists of real servers", () => {
	it("are at least 25, each with its source", () => assertDialects(modelListDialects, 25));

	for (const { name, source, body, kinds } of modelListDialects) {
		it(`${name} (${source})`, () => {
			const read = readModels(body);
			assert.deepEqual(Object.fromEntries(read.map(({ id, kind }) => [id, kind])), kinds);
		});
	}
});

describe("models: hints of a kind with bad values", () => {
	for (const [name, value] of Object.entries(hostileValues)) {
		it(`are harmless: ${name}`, () => {
			for (const field of hintFields) {
				const [plain, named] = readModels({
					data: [
						{ id: "a", [field]: value },
						{ id: "bge-m3", [field]: value },
					],
				});
				assert.equal(plain?.kind, "unknown", field);
				assert.equal(named?.kind, "embedding", field);
			}
		});
	}

	it("are ignored if the model's id is too long", () => {
		const id = "a".repeat(gatewayLimits.modelIdLength + 1);
		assert.deepEqual(readModels({ data: [{ id, type: "chat" }] }), []);
	});
});
