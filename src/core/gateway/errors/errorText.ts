import { gatewayLimits } from "../../../shared/untrusted/limits";
import { parseJson } from "../../../shared/untrusted/parseJson";
import { detailLength } from "../../../shared/untrusted/shownLengths";
import type { Redactor } from "../../base/knownKeys";
import { parseObject } from "../parseObject";

/**
 * Returns the readable text in an error's body, in any of the shapes seen in practice (docs/gateway-quirks.md#errors):
 * `{error:{message}}`, `{error:"text"}`, `{message}`, FastAPI's `{detail: string | list | object}`, `{"html-message"}`,
 * or plain text. Returns an empty string for HTML, which is of no use to the user.
 *
 * @param redact removes the keys, because some gateways repeat them.
 */
export function errorText(body: string, redact: Redactor): string {
	// Redacted before it is shortened, because half of a key would not be recognized.
	const shown = (text: string) => shorten(text, redact);
	const trimmed = body.slice(0, gatewayLimits.errorBytes).trim();
	if (looksLikeHtml(trimmed)) return "";
	let parsed: unknown;
	try {
		parsed = parseJson(trimmed);
	} catch {
		return shown(trimmed);
	}
	const text = textIn(parsed);
	if (text) return shorten(text, (part) => withoutTags(redact(part)));
	// If an error has no text, its codes and types are shown instead.
	const names = namesIn(parsed);
	return names || !isBlank(parsed) ? shown(names || JSON.stringify(parsed)) : "";
}

/** Returns whether JSON contains nothing that could be shown. */
function isBlank(value: unknown): boolean {
	return value === null || value === "" || (typeof value === "object" && Object.values(value).every(isBlank));
}

/**
 * Returns the request's field that an error's body names: `{error:{param}}`, or the end of FastAPI's
 * `{detail:[{loc}]}`. `undefined` when there is none.
 */
export function errorField(body: string): string | undefined {
	const { error, param, detail } = outerFields(body);
	const places = (Array.isArray(detail) ? detail : []).map((entry) => fieldsOf(entry).loc);
	const place = places.find(Array.isArray);
	return [fieldsOf(error).param, param, place && fieldIn(place)].find(
		(name) => typeof name === "string" && name !== "",
	) as string | undefined;
}

/**
 * Returns the HTTP status in an error's body, which may be a number or a string of digits: `{error:{code}}` or
 * `{error:{status}}`.
 */
export function errorStatus(body: string): number | undefined {
	const outer = outerFields(body);
	const { code, status, http_status_code, http_code } =
		typeof outer.error === "object" && outer.error !== null ? fieldsOf(outer.error) : outer;
	return [code, status, http_status_code, http_code]
		.map((value) => (typeof value === "string" ? Number(value) : value))
		.filter((value) => typeof value === "number")
		.find((number) => Number.isInteger(number) && number >= 400 && number <= 599);
}

/** Returns the context length in tokens that llama.cpp adds to the text: `{error:{n_ctx}}`. */
export function errorContext(body: string): number | undefined {
	const { n_ctx } = fieldsOf(outerFields(body).error);
	if (typeof n_ctx !== "number" || !Number.isInteger(n_ctx)) return undefined;
	return n_ctx > 0 && n_ctx <= gatewayLimits.contextLength ? n_ctx : undefined;
}

/** Returns the delay that Google's `RetryInfo` asks for in an error's `details`, such as `39s`, if there is one. */
export function errorDelay(body: string): string | undefined {
	const { details } = fieldsOf(outerFields(body).error);
	const delays: readonly unknown[] = Array.isArray(details) ? details.map((entry) => fieldsOf(entry).retryDelay) : [];
	return delays.find((delay) => typeof delay === "string");
}

/**
 * Returns the codes and types in an error's body, such as `insufficient_quota`, separated by spaces; includes those of
 * a nested error.
 */
export function errorNames(body: string): string {
	return namesIn(parseObject(body));
}

function namesIn(value: unknown): string {
	const names: string[] = [];
	gatherNames(value, names, 0);
	return names.join(" ");
}

const nameFields = ["type", "code", "status", "reason", "error_code", "error_type", "__type"];
/** Limits for the names: further, longer and deeper names do not describe the error as a whole. */
const mostNames = 20;
const longestName = 100;
const deepestName = 5;

function gatherNames(value: unknown, names: string[], depth: number): void {
	if (depth > deepestName || names.length >= mostNames) return;
	const inner = typeof value === "string" ? innerJson(value) : value;
	if (Array.isArray(inner)) {
		for (const entry of inner.slice(0, mostNames)) gatherNames(entry, names, depth + 1);
		return;
	}
	if (typeof inner !== "object" || inner === null) return;
	const fields = fieldsOf(inner);
	for (const name of nameFields) {
		const value = fields[name];
		if (typeof value === "string" && value.length <= longestName) names.push(value);
	}
	for (const name of [...textFields, "details", "innererror", "metadata", "raw"])
		gatherNames(fields[name], names, depth + 1);
}

/** Returns the error's own fields; Gemini puts its error into an array. */
function outerFields(body: string): Readonly<Record<string, unknown>> {
	const parsed = parseObject(body);
	return fieldsOf(Array.isArray(parsed) ? parsed[0] : parsed);
}

/** Parses the JSON that a text consists of: some gateways pass on their provider's error as text. */
function innerJson(text: string): object | undefined {
	return /^\s{0,20}[[{]/.test(text) ? parseObject(text) : undefined;
}

/** Returns whether a body is a web page, whatever its content type is. */
export function looksLikeHtml(body: string): boolean {
	for (let at = 0; ; ) {
		while (at < body.length && /\s/.test(body.charAt(at))) at++;
		const end = ["<!--", "<?xml"].findIndex((begin) => body.startsWith(begin, at));
		if (end < 0) return /^<(?:!doctype html|html|head|body)\b/i.test(body.slice(at, at + longestTag));
		const closer = ["-->", ">"][end] as string;
		const found = body.indexOf(closer, at + 4);
		if (found < 0) return false;
		at = found + closer.length;
	}
}

/** Number of characters that are enough to recognize the first tag of a page. */
const longestTag = 20;

const textFields = [
	"error",
	"message",
	"msg",
	"detail",
	"html-message",
	"errors",
	"error_msg",
	"error_message",
	"Message",
	"base_resp",
	"status_msg",
];

function textIn(value: unknown): string | undefined {
	if (typeof value === "string") return textIn(innerJson(value)) ?? value;
	if (Array.isArray(value)) {
		const texts = value.map(textIn).filter(Boolean);
		return texts.length > 0 ? texts.join("; ") : undefined;
	}
	if (typeof value !== "object" || value === null) return undefined;
	const fields = fieldsOf(value);
	for (const name of textFields) {
		const text = textIn(fields[name]);
		if (!text) continue;
		// OpenRouter's own text only says that the provider failed.
		const provider = textIn(fieldsOf(fields.metadata).raw);
		return provider && provider !== text ? `${text}: ${provider}` : `${placeIn(fields)}${text}`;
	}
	return undefined;
}

/** Returns the location of the field that FastAPI refuses, such as `messages.0.content: `; empty if it is not named. */
function placeIn({ loc }: Readonly<Record<string, unknown>>): string {
	const parts: readonly unknown[] = Array.isArray(loc) ? loc.filter(isPlace) : [];
	return typeof fieldIn(parts) === "string" ? `${parts.slice(-3).join(".")}: ` : "";
}

/** Returns whether a part of such a location is a field's name or a number; a long text is not. */
function isPlace(part: unknown): boolean {
	if (typeof part === "string") return part !== "body" && part.length <= detailLength;
	return typeof part === "number";
}

/** Returns the innermost field of such a location. */
function fieldIn(place: readonly unknown[]): unknown {
	return place.findLast((part) => typeof part === "string" && part !== "body");
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

const withoutTags = (text: string) => text.replace(/<[^<>]*>/g, " ");

/**
 * Shortens a text to one line with its beginning and its end, because the last line of a traceback says what is wrong.
 *
 * @param clean removes the keys from a part of the text. The first word of the end is dropped here, because it may be
 * half of a key.
 */
function shorten(text: string, clean: Redactor): string {
	const line = (part: string) => clean(part).replace(/\s+/g, " ").trim();
	const beginning = line(text.slice(0, gatewayLimits.errorText));
	if (beginning.length <= 500) return beginning;
	const end = text.slice(-gatewayLimits.errorText);
	return `${beginning.slice(0, 300)}…${line(end === text ? end : end.replace(/^\S+/, "")).slice(-200)}`;
}

/** Fields with the content of an answer; an object with one of these is an error only if it says so explicitly. */
const contents = ["choices", "data", "models", "embeddings"];

/** Returns whether MiniMax's own status, which is beside the choices, reports a failure. */
function hasFailed({ base_resp }: Readonly<Record<string, unknown>>): boolean {
	if (base_resp === undefined) return false;
	const { status_code } = fieldsOf(base_resp);
	return typeof status_code === "number" && status_code !== 0;
}

/**
 * Returns whether JSON with a success status is an error: `{error}`, or, where an answer is expected, FastAPI's
 * `{detail}`, Cloudflare's `{errors}` or others' `{message: "text"}` (docs/gateway-quirks.md#streams and
 * docs/gateway-quirks.md#errors).
 */
export function isErrorObject(value: object): boolean {
	// Gemini's errors are arrays with one element.
	if (Array.isArray(value)) return value.length === 1 && Boolean(value[0]?.error);
	const fields = value as Readonly<Record<string, unknown>>;
	// Some gateways send an empty error with each chunk.
	if (fields.error && !isBlank(fields.error)) return true;
	if ((typeof fields.error_message === "string" && fields.error_message !== "") || hasFailed(fields)) return true;
	if (contents.some((name) => name in fields)) return false;
	if (Array.isArray(fields.errors) && fields.errors.length > 0) return true;
	return "detail" in fields || "html-message" in fields || typeof fields.message === "string";
}
