import { invalidField } from "../apiError";
import { requireContext, requireModel } from "../modelCatalog";
import type { Operation } from "../operation";
import { forward } from "../providers/forward";
import { type JsonObject, requireJsonObject } from "../requestBody";
import { requiredString } from "../requestFields";
import { countTokens } from "../tokens";

const formats = ["float", "base64"] as const;
type Format = (typeof formats)[number];

/** Maximum number of texts in one request. */
const maxInputs = 2048;

/** Spec, section 4.3: returns the vector of a text. Arrays of texts are accepted, too, and answered in order. */
export const embedTexts: Operation = async (exchange, { models, providers }) => {
	const body = requireJsonObject(exchange);
	const id = requiredString(body, "model");
	const elsewhere = providers.find(id);
	if (elsewhere) {
		requireInput(body.input);
		return forward(exchange, elsewhere, body);
	}
	const inputs = parseInputs(body.input);
	const format = parseFormat(body);
	const model = await requireModel(models, id, "embedding");
	const counts = inputs.map(countTokens);
	for (const count of counts) requireContext(model, count, "input");
	const data = inputs.map((text, index) => ({
		object: "embedding",
		index,
		embedding: encode(model.embed(text), format),
	}));
	const tokens = counts.reduce((sum, count) => sum + count, 0);
	const usage = { prompt_tokens: tokens, total_tokens: tokens };
	exchange.sendJson(200, { object: "list", data, model: model.id, usage });
};

function parseInputs(input: unknown): readonly string[] {
	const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
	if (texts.length === 0 || texts.length > maxInputs || !texts.every(isText)) {
		throw invalidField("input", `"input" must be a text, not blank, or an array of 1 to ${maxInputs} such texts.`);
	}
	return texts;
}

/**
 * Rejects a missing or empty input before the provider is asked. The form of any other input is left to the provider.
 */
function requireInput(input: unknown): void {
	if (isText(input) || (Array.isArray(input) && input.length > 0)) return;
	throw invalidField("input", `"input" must be a text, not blank, or an array of such texts.`);
}

function isText(value: unknown): value is string {
	return typeof value === "string" && value.trim() !== "";
}

function parseFormat(body: JsonObject): Format {
	const format = formats.find((known) => known === (body.encoding_format ?? "float"));
	if (!format) throw invalidField("encoding_format", `"encoding_format" must be one of: ${formats.join(", ")}.`);
	return format;
}

/** Returns a vector as numbers, or as the base64 of little-endian 32-bit floats. */
function encode(vector: Float32Array, format: Format): readonly number[] | string {
	if (format === "float") return [...vector];
	const bytes = Buffer.alloc(vector.length * 4);
	vector.forEach((value, index) => {
		bytes.writeFloatLE(value, index * 4);
	});
	return bytes.toString("base64");
}
