import type { ScriptedAnswer } from "../script";
import type { ExpectedFailure, Quirk } from "./quirk";

/** The default for the gateways that the table names without details. */
const row = "docs/gateway-quirks.md#embeddings: OpenGateLLM, TEI, llama-server";

/** An embeddings answer: the texts that are sent, and the expected vectors. */
export interface EmbeddingsQuirk extends Quirk<readonly (readonly number[])[] | ExpectedFailure> {
	readonly texts: readonly string[];
	/** Whether the client already knows that arrays are accepted: then it sends all of the texts at once. */
	readonly arrays: boolean;
	/** The expected numbers of texts in the requests. */
	readonly batches: readonly number[];
}

const match = "/v1/embeddings";
/** Numbers that are exact as 32-bit floats. */
const one = [0.5, -2, 3];
const two = [1, 0.25, -8];
const base64 = (vector: readonly number[]) => Buffer.from(Float32Array.from(vector).buffer).toString("base64");
const listed = (...data: unknown[]) => ({
	object: "list",
	data: data.map((embedding, index) => ({ index, embedding })),
});

function single(
	name: string,
	source: string,
	answer: ScriptedAnswer,
	expected: EmbeddingsQuirk["expected"] = [one],
): EmbeddingsQuirk {
	return { name, source, script: { match, ...answer }, expected, texts: ["a"], arrays: false, batches: [1] };
}

function pair(name: string, source: string, json: unknown): EmbeddingsQuirk {
	return { name, source, script: { match, json }, expected: [one, two], texts: ["a", "b"], arrays: true, batches: [2] };
}

/** Returns a refusal of every batch above a size, after which the built-in model answers `count` texts in these batches. */
function limited(
	name: string,
	source: string,
	most: number,
	answer: ScriptedAnswer,
	batches: readonly number[],
): EmbeddingsQuirk {
	const tooMany = ({ json }: { readonly json: unknown }) => {
		const input = (json as { readonly input?: unknown }).input;
		return Array.isArray(input) && input.length > most;
	};
	const script = { ...answer, times: 20, match: tooMany };
	const texts = Array.from({ length: 12 }, (_, i) => `text ${i}`);
	return { name, source, script, expected: [], texts, arrays: true, batches };
}

/** docs/gateway-quirks.md#embeddings; an empty `expected` is the demo model's own vectors. */
export const embeddingsQuirks: readonly EmbeddingsQuirk[] = [
	single("floats", "[M] llama-server", { json: listed(one) }),
	single("base64 although floats were asked", "[S] OpenGateLLM", { json: listed(base64(one)) }),
	single("no index", "[S] TEI", { json: { data: [{ embedding: one }] } }),
	single("{embeddings} as Ollama itself has it", row, { json: { embeddings: [one] } }),
	single("a bare array of vectors", "[S] TEI", { json: [one] }),
	single("JSON whose content type is that of text", row, {
		headers: { "content-type": "text/plain" },
		body: JSON.stringify(listed(one)),
	}),
	pair("results out of order", "[M] llama-server", {
		data: [
			{ index: 1, embedding: two },
			{ index: 0, embedding: one },
		],
	}),
	pair("base64 out of order", "[S] TEI", {
		data: [
			{ index: 1, embedding: base64(two) },
			{ index: 0, embedding: base64(one) },
		],
	}),
	pair("the same index in each", row, {
		data: [
			{ index: 0, embedding: one },
			{ index: 0, embedding: two },
		],
	}),
	limited(
		"a batch limit of 10",
		"[S] OpenGateLLM",
		10,
		{ status: 422, json: { detail: "batch size 12 > 10" } },
		[10, 2],
	),
	limited(
		"a batch limit below ten",
		"[S] TEI",
		4,
		{ status: 422, json: { error: "batch size 10 > maximum allowed batch size 4", error_type: "Validation" } },
		[10, 4, 4, 4],
	),
	limited("a body limit of 2 MB", "[S] TEI", 5, { status: 413, body: "length limit exceeded" }, [10, 5, 5, 2]),
	limited(
		"too long an input as status 500",
		"[M] llama-server",
		5,
		{
			status: 500,
			json: { error: { code: 500, message: "input is too large to process. increase the physical batch size" } },
		},
		[10, 5, 5, 2],
	),
	limited(
		"arrays refused",
		row,
		1,
		{ status: 422, json: { detail: [{ loc: ["body", "input"], msg: "Input should be a valid string" }] } },
		[10, ...Array.from({ length: 12 }, () => 1)],
	),
	single(
		"too long a text as status 500",
		"[M] llama-server",
		{ status: 500, json: { error: { message: "input is too large to process" } } },
		{ failed: "contextOverflow", says: /too large to process/ },
	),
	single(
		"embeddings switched off",
		"[M] llama-server",
		{ status: 501, json: { error: { message: "This server does not support embeddings" } } },
		{ failed: "refused", says: /does not support embeddings/ },
	),
	single(
		"an error with status 200",
		row,
		{ json: { error: { message: "Quota exhausted" } } },
		{ failed: "refused", says: /Quota exhausted/ },
	),
	single(
		"a web page and status 200",
		"[S] gateways behind web fronts",
		{ headers: { "content-type": "text/html" }, body: "<html><body>Sign in</body></html>" },
		{ failed: "wrongAddress", says: /web page/ },
	),
	single("a vector that is empty", row, { json: listed([]) }, { failed: "malformed", says: /one embedding/ }),
	single("base64 that is cut", row, { json: listed("AAAAAAA=") }, { failed: "malformed", says: /one embedding/ }),
];
