import * as l10n from "@vscode/l10n";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { GatewayError } from "../gatewayError";

/**
 * Reads an embeddings answer: floats, or base64 although floats were requested, ordered by `index`, because servers
 * answer out of order (docs/gateway-quirks.md#embeddings).
 *
 * @param count the number of texts that were sent.
 * @throws GatewayError `malformed` unless there is one vector for each text, all of the same dimension; `tooLarge` for
 * vectors of too many dimensions.
 */
export function readEmbeddings(body: unknown, count: number): Float32Array[] {
	const data = listIn(body);
	// Checked before any of it is read: there may be millions.
	if (data.length !== count) throw notOneForEach(count);
	const places = placesOf(data);
	const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
	for (const [at, { embedding }] of data.entries()) vectors[places[at] ?? at] = readVector(embedding);
	const whole = vectors.filter((vector) => vector !== undefined);
	if (count > 1 && whole.length < count) {
		// With a status, because the array was understood: without one, arrays would count as unsupported.
		const message = l10n.t("The gateway's answer contains no embedding for one of the {0} texts.", count);
		throw new GatewayError("malformed", message, 200);
	}
	const width = whole[0]?.length ?? 0;
	if (whole.length !== count || width === 0 || whole.some(({ length }) => length !== width)) throw notOneForEach(count);
	return whole;
}

function notOneForEach(count: number): GatewayError {
	const message = l10n.t(
		"The gateway's answer does not contain exactly one embedding for each text (texts: {0}).",
		count,
	);
	return new GatewayError("malformed", message);
}

interface Entry {
	readonly index?: unknown;
	readonly embedding?: unknown;
}

/**
 * Returns the list in `{data:[…]}`, `{embeddings:[[…]]}` (Ollama), `{embedding:[…]}` (older llama.cpp), or a bare array
 * of vectors (TEI).
 */
function listIn(body: unknown): readonly Entry[] {
	const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
	const { data, embeddings, embedding } = fields;
	const list = [data, embeddings, body].find(Array.isArray) ?? (embedding === undefined ? [] : [{ embedding }]);
	return list.map((entry: unknown) =>
		Array.isArray(entry) ? { embedding: entry } : typeof entry === "object" && entry !== null ? entry : {},
	);
}

/**
 * Returns the index of the text that each entry belongs to. Entries are in order if they have no `index`, or all the
 * same one, as from some servers; a single entry may therefore have any index.
 *
 * @throws GatewayError `malformed` for an index out of range, or one that occurs twice.
 */
function placesOf(data: readonly Entry[]): readonly number[] {
	const inOrder = data.map((_, at) => at);
	if (data.some(({ index }) => typeof index !== "number")) return inOrder;
	const places = data.map(({ index }) => Number(index));
	if (places.every((place) => Number.isInteger(place) && place === places[0])) return inOrder;
	const fits = (place: number) => Number.isInteger(place) && place >= 0 && place < data.length;
	if (places.every(fits) && new Set(places).size === places.length) return places;
	// With a status, because the array was understood: without one, arrays would count as unsupported.
	const message = l10n.t(
		"The embeddings in the gateway's answer are numbered incorrectly. Try again, or choose another embedding model.",
	);
	throw new GatewayError("malformed", message, 200);
}

function readVector(given: unknown): Float32Array | undefined {
	// The vector may be nested in a list (older llama.cpp). A list of several vectors contains one for each token, and
	// none for the whole text.
	const value = Array.isArray(given) && given.length === 1 && typeof given[0] !== "number" ? given[0] : given;
	if (typeof value === "string") return fromBase64(value);
	if (!Array.isArray(value)) return undefined;
	assertDimensions(value.length);
	// Plain loops here and below: a batch has tens of thousands of numbers, and the window is blocked meanwhile.
	const vector = new Float32Array(value.length);
	for (let i = 0; i < value.length; i++) {
		const number: unknown = value[i];
		if (typeof number !== "number") return undefined;
		vector[i] = number;
		// Checked as it is stored: 1e39 is a number, but infinite in 32 bits.
		if (!Number.isFinite(vector[i])) return undefined;
	}
	return vector;
}

/** @throws GatewayError `tooLarge` */
function assertDimensions(count: number): void {
	if (count <= gatewayLimits.dimensions) return;
	const message = l10n.t(
		"The embeddings of this model have more than {0} dimensions. Choose another embedding model.",
		gatewayLimits.dimensions,
	);
	throw new GatewayError("tooLarge", message, 200);
}

/** Decodes little-endian float32, as OpenAI's API packs them. */
function fromBase64(text: string): Float32Array | undefined {
	// Four characters are three bytes, and four bytes are one number; line breaks and padding may be added.
	assertDimensions(Math.floor((text.replace(/[\s=]/g, "").length * 3) / 16));
	let packed: string;
	try {
		packed = atob(text);
	} catch {
		return undefined;
	}
	if (packed.length === 0 || packed.length % 4 !== 0) return undefined;
	const bytes = new DataView(new ArrayBuffer(packed.length));
	for (let i = 0; i < packed.length; i++) bytes.setUint8(i, packed.charCodeAt(i));
	const vector = new Float32Array(packed.length / 4);
	for (let i = 0; i < vector.length; i++) vector[i] = bytes.getFloat32(i * 4, true);
	return vector.every(Number.isFinite) ? vector : undefined;
}
