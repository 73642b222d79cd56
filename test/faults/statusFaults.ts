import type { ScriptedAnswer } from "../gateway/script";
import { type ExpectedEnd, embeddedText, type Fault, operationNames, prompt, type Stage } from "./fault";

type Answer = ScriptedAnswer | ((stage: Stage) => ScriptedAnswer);

function fault(name: string, answer: Answer, expected: Omit<ExpectedEnd, "end">): Fault {
	return {
		name,
		operations: operationNames,
		answer: (stage) => {
			const scripted = typeof answer === "function" ? answer(stage) : answer;
			// A streaming gateway may use the content type of a stream for its refusal, too.
			const type = stage.operation === "stream" ? "text/event-stream" : "application/json";
			return { ...scripted, headers: { "content-type": type, ...scripted.headers } };
		},
		expected: () => ({ end: "failed", ...expected }),
	};
}

function says(status: number, message: string, reason: string, rest: Omit<ExpectedEnd, "end"> = {}): Fault {
	return fault(`${status}: ${message}`, { status, json: { error: { message } } }, { reason, ...rest });
}

/** Returns a temporary fault, which is retried three times, after 0.75, 1.5 and 3 s in these tests. */
function busy(status: number, reason = "unavailable"): Fault {
	return says(status, "busy", reason, { requests: 4, waits: 5_250 });
}

function waiting(name: string, status: number, retryAfter: string, waits: number): Fault {
	const reason = status === 429 ? "rateLimited" : "unavailable";
	return fault(
		`${status} with Retry-After ${name}`,
		// The gateway's own date would be today's, far from the manual clock; an unreadable one is ignored.
		{ status, headers: { "retry-after": retryAfter, date: "unknown" }, body: "busy" },
		{
			reason,
			requests: 4,
			waits,
		},
	);
}

const day = 24 * 60 * 60;
/** The manual clock begins a thousand seconds after the epoch; once the date has passed, the back-off applies. */
const inAMinute = new Date(1_060_000).toUTCString();

/** The meaning of each status: docs/gateway-quirks.md#what-a-status-means. */
export const statusFaults: readonly Fault[] = [
	says(400, "missing field: messages", "refused"),
	says(400, "Invalid API key", "unauthorized"),
	says(400, "Unknown model: demo", "unknownModel"),
	says(400, "This model's maximum context length is 4096 tokens", "contextOverflow"),
	says(400, `Bad input: ${prompt} ${embeddedText}`, "refused"),
	{
		...says(400, "reasoning_effort is not supported by this model", "refused", { requests: 2 }),
		operations: ["completion", "stream"],
	},
	fault(
		"422 that says everything back",
		{
			status: 422,
			headers: { "x-canary": "canary-of-a-header" },
			json: { detail: [{ msg: "bad value", input: `${prompt} ${embeddedText}` }] },
		},
		{ reason: "refused" },
	),
	says(401, "nope", "unauthorized"),
	fault("401 that echoes the key", ({ key }) => ({ status: 401, json: { error: `Bearer ${key} is no key, ${key}` } }), {
		reason: "unauthorized",
	}),
	fault(
		"401 that echoes the key in escapes",
		({ key }) => ({ status: 401, body: `{"error":"${key.replaceAll("-", "\\u002d")} is no key"}` }),
		{ reason: "unauthorized" },
	),
	fault("401 that echoes the key in a plain text", ({ key }) => ({ status: 401, body: `${key} is no key` }), {
		reason: "unauthorized",
	}),
	says(402, "no credit", "outOfCredit"),
	says(403, "This model is not for students", "forbidden"),
	says(403, "The API key has expired", "unauthorized"),
	says(404, "The model does not exist", "unknownModel"),
	fault(
		"404 with a web page",
		{ status: 404, headers: { "content-type": "text/html" }, body: "<html><body>404</body></html>" },
		{ reason: "wrongAddress" },
	),
	says(405, "method not allowed", "refused"),
	busy(408),
	busy(409),
	says(410, "gone for good", "refused"),
	fault("413 with a web page", { status: 413, body: "<html><body>413</body></html>" }, { reason: "contextOverflow" }),
	says(415, "unsupported type", "refused"),
	fault(
		"422 in FastAPI's form",
		{ status: 422, json: { detail: [{ loc: ["body", "x"], msg: "bad value" }] } },
		{ reason: "refused" },
	),
	busy(425),
	busy(429, "rateLimited"),
	waiting("in seconds", 429, "7", 21_000),
	waiting("of a day", 503, String(day), 3 * day * 1000),
	waiting("as a date", 503, inAMinute, 60_000 + 1_500 + 3_000),
	says(451, "not in your country", "refused"),
	busy(500),
	says(500, "input is too large to process", "contextOverflow"),
	says(501, "not made for that", "refused"),
	fault(
		"502 with a web page",
		{ status: 502, headers: { "content-type": "text/html" }, body: "<html><body>502 Bad Gateway</body></html>" },
		{ reason: "unavailable", requests: 4, waits: 5_250 },
	),
	fault("503 without a body", { status: 503 }, { reason: "unavailable", requests: 4, waits: 5_250 }),
	busy(504),
	busy(529),
	fault("300 to nowhere", { status: 300, body: "choose" }, { reason: "refused" }),
	fault(
		"302 to another origin",
		({ key }) => ({ status: 302, headers: { location: `http://127.0.0.1:9/v1?key=${key}` } }),
		{ reason: "redirected" },
	),
	fault(
		"307 without end, the key in its address",
		({ key }) => ({ status: 307, headers: { location: `/v1/again?key=${key}` } }),
		{ reason: "wrongAddress", requests: 6 },
	),
	fault(
		"302 to an address that is none",
		{ status: 302, headers: { location: "http://[" } },
		{ reason: "wrongAddress" },
	),
];
