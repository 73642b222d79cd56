import type { ScriptedAnswer } from "../script";
import type { Quirk } from "./quirk";

/** The source of the quirks that the document does not attribute to single gateways: its whole sections. */
const row = "docs/gateway-quirks.md#errors, #what-a-status-means";

/** The result of a failed request of any kind. */
export interface ExpectedRefusal {
	readonly reason: string;
	readonly says: RegExp;
	/** Number of requests before the client gives up. */
	readonly requests: number;
	/** The wait before the first retry, if the gateway specifies one, in milliseconds. */
	readonly waits?: number;
}

export type ErrorQuirk = Quirk<ExpectedRefusal>;

function refusal(name: string, answer: ScriptedAnswer, expected: ExpectedRefusal, source = row): ErrorQuirk {
	return { name, source, script: { times: Number.POSITIVE_INFINITY, ...answer }, expected };
}

/** Returns a quirk about the shape of an error's body, with a status that means only that the request failed. */
function shape(name: string, body: unknown, says: RegExp): ErrorQuirk {
	const answer = typeof body === "string" ? { body } : { json: body };
	return refusal(name, { status: 418, ...answer }, { reason: "refused", says, requests: 1 });
}

function final(status: number, text: string, reason: string, says = new RegExp(escaped(text))): ErrorQuirk {
	return refusal(`${status} ${text}`, { status, json: { error: { message: text } } }, { reason, says, requests: 1 });
}

function again(status: number, reason: string): ErrorQuirk {
	return refusal(`${status} is tried again`, { status, body: "busy" }, { reason, says: /busy/, requests: 4 });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** The time at the demo gateway in tests, plus 90 seconds: see `manualClock`. */
const laterDate = new Date(1_000_000 + 90_000).toUTCString();

/** docs/gateway-quirks.md#errors, then docs/gateway-quirks.md#what-a-status-means. */
export const errorQuirks: readonly ErrorQuirk[] = [
	shape(
		"{error:{message,type,code,param}}",
		{ error: { message: "No teapot", type: "t", code: "c", param: null } },
		/No teapot/,
	),
	shape("{error:text}", { error: "No teapot" }, /No teapot/),
	shape("{object:error,message}", { object: "error", message: "No teapot", code: 40001 }, /No teapot/),
	shape("{detail:text}", { detail: "No teapot" }, /No teapot/),
	shape(
		"{detail:list}",
		{ detail: [{ loc: ["body", "x"], msg: "No teapot" }, { msg: "no cup" }] },
		/No teapot; no cup/,
	),
	shape("{detail:object}", { detail: { message: "No teapot" } }, /No teapot/),
	shape("{status:failure,message}", { status: "failure", message: "No teapot" }, /No teapot/),
	shape("{html-message}", { "html-message": "<b>No</b> teapot" }, /No\s+teapot/),
	shape("plain text", "No teapot", /No teapot/),
	shape("HTML", "<html><body><h1>No teapot</h1></body></html>", /\(status 418\) and did not say why/),
	shape("empty", "", /\(status 418\) and did not say why/),
	shape("localised text", { message: "Aucune théière ☕ ici" }, /Aucune théière ☕ ici/),
	shape("an unknown shape", { reason: "No teapot" }, /No teapot/),

	final(401, "Invalid API key", "unauthorized"),
	final(401, "Accès refusé", "unauthorized"),
	final(403, "API key expired", "unauthorized"),
	final(403, "Invalid token", "unauthorized"),
	final(400, "API key not valid. Please pass a valid API key.", "unauthorized"),
	final(400, "The access token expired", "unauthorized"),
	final(403, "This model is not for students", "forbidden"),
	final(403, "Quota exceeded", "forbidden"),
	final(404, "The model `x` does not exist", "unknownModel"),
	final(404, "Not Found", "wrongAddress"),
	final(400, "Unknown model: x", "unknownModel"),
	final(400, "This model's maximum context length is 4096 tokens", "contextOverflow"),
	final(413, "Payload Too Large", "contextOverflow"),
	final(422, "The prompt has too many tokens", "contextOverflow"),
	final(429, "Request too large for the model", "contextOverflow"),
	final(402, "Insufficient credits", "outOfCredit"),
	final(500, "input is too large to process", "contextOverflow"),
	final(501, "This server does not do that", "refused"),

	again(408, "unavailable"),
	again(409, "unavailable"),
	again(425, "unavailable"),
	again(429, "rateLimited"),
	again(500, "unavailable"),
	again(502, "unavailable"),
	again(503, "unavailable"),
	again(504, "unavailable"),
	again(529, "unavailable"),
	refusal(
		"Retry-After in seconds",
		{ status: 429, headers: { "retry-after": "7" }, body: "busy" },
		{ reason: "rateLimited", says: /busy/, requests: 4, waits: 7_000 },
	),
	refusal(
		"Retry-After of a day",
		{ status: 503, headers: { "retry-after": "86400" }, body: "busy" },
		{ reason: "unavailable", says: /busy/, requests: 4, waits: 86_400_000 },
	),
	refusal(
		"Retry-After as a date",
		{ status: 503, headers: { "retry-after": laterDate, date: "unknown" }, body: "busy" },
		{ reason: "unavailable", says: /busy/, requests: 4, waits: 90_000 },
	),
	refusal(
		"no Retry-After",
		{ status: 503, body: "busy" },
		{ reason: "unavailable", says: /busy/, requests: 4, waits: 750 },
	),
];

/** Servers that echo the whole key in their error's text (older LiteLLM [S]); the client must show the text without it. */
export function echoQuirks(key: string): readonly ErrorQuirk[] {
	const says = /Invalid key.*\[key\]/;
	const expected = { reason: "unauthorized", says, requests: 1 };
	const older = "[S] older LiteLLM";
	const escapedKey = [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
	const percentKey = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
	const basic = Buffer.from(`user:${key}`).toString("base64");
	return [
		refusal(
			"the key in the message",
			{ status: 401, json: { error: { message: `Invalid key ${key}` } } },
			expected,
			older,
		),
		refusal(
			"the header in the message",
			{ status: 401, json: { error: `Invalid key: Bearer ${key}` } },
			expected,
			older,
		),
		refusal("the key in a plain text", { status: 401, body: `Invalid key ${key}` }, expected, older),
		refusal(
			"the key where a long text is cut",
			{ status: 401, json: { error: `${"Invalid key ".repeat(41)}${key}` } },
			{ ...expected, says: /Invalid key/ },
			older,
		),
		refusal(
			"the key in an address",
			{ status: 401, json: { error: `Invalid key ?key=${percentKey}` } },
			expected,
			older,
		),
		refusal("the key behind Basic", { status: 401, json: { error: `Invalid key Basic ${basic}` } }, expected, older),
		refusal(
			"the key in JSON's escapes, inside of JSON",
			{ status: 401, body: JSON.stringify({ error: `{"error":"Invalid key ${escapedKey}"}` }) },
			expected,
			older,
		),
		refusal("the key in JSON's escapes", { status: 401, body: `{"error":"Invalid key ${escapedKey}"}` }, expected),
	];
}
