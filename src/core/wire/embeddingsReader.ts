import * as l10n from "@vscode/l10n";
import { GatewayError } from "./gatewayError";

/**
 * Reads an embeddings answer: floats, or base64 although floats were asked for, by `index`, for servers answer out of
 * order (gateway-quirks.md, row "embeddings").
 *
 * @param count how many texts were sent.
 * @throws GatewayError `malformed` unless there is one vector for each text, all of one width.
 */
export function readEmbeddings(body: unknown, count: number): Float32Array[] {
	const data = listIn(body);
	const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
	const numbered = data.every(({ index }) => typeof index === "number");
	const ordered = numbered && new Set(data.map(({ index }) => index)).size === data.length;
	for (const [place, { index, embedding }] of data.entries()) {
		vectors[ordered ? Number(index) : place] = readVector(embedding);
	}
	const whole = vectors.filter((vector) => vector !== undefined);
	if (data.length === count && count > 1 && whole.length < count) {
		// With the status of an answer: the array was understood.
		throw new GatewayError(
			"malformed",
			l10n.t("The gateway's answer holds no numbers for one of {0} texts.", count),
			200,
		);
	}
	const width = whole[0]?.length ?? 0;
	if (data.length !== count || whole.length !== count || width === 0 || whole.some(({ length }) => length !== width)) {
		throw new GatewayError(
			"malformed",
			l10n.t("The gateway's answer does not hold one embedding for each of {0} texts.", count),
		);
	}
	return whole;
}

interface Entry {
	readonly index?: unknown;
	readonly embedding?: unknown;
}

/** `{data:[…]}`, `{embeddings:[[…]]}` (Ollama), or a bare array of vectors (TEI). */
function listIn(body: unknown): readonly Entry[] {
	const { data, embeddings } = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
	const list = [data, embeddings, body].find(Array.isArray) ?? [];
	return list.map((entry: unknown) =>
		Array.isArray(entry) ? { embedding: entry } : typeof entry === "object" && entry !== null ? entry : {},
	);
}

function readVector(value: unknown): Float32Array | undefined {
	if (typeof value === "string") return fromBase64(value);
	if (!Array.isArray(value)) return undefined;
	// Plain loops here and below: a batch has tens of thousands of numbers, and the window waits meanwhile.
	const vector = new Float32Array(value.length);
	for (let i = 0; i < value.length; i++) {
		const number: unknown = value[i];
		if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
		vector[i] = number;
	}
	return vector;
}

/** Little-endian float32, as OpenAI's API packs them. */
function fromBase64(text: string): Float32Array | undefined {
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
