/** Where an answer's own content stands; an object with one of these is an error only if it says so outright. */
const contents = ["choices", "data", "models", "embeddings"];

/**
 * Whether JSON that came with a good status is an error all the same: `{error}`, or FastAPI's `{detail}` Cloudflare's `{errors}`
 * and others' `{message: "text"}` where there should be an answer (docs/gateway-quirks.md#streams and docs/gateway-quirks.md#errors).
 */
export function isErrorObject(value: object): boolean {
	// Gemini's errors are arrays of one.
	if (Array.isArray(value)) return value.length === 1 && Boolean(value[0]?.error);
	const fields = value as Readonly<Record<string, unknown>>;
	if (fields.error || (typeof fields.error_message === "string" && fields.error_message !== "")) return true;
	if (contents.some((name) => name in fields)) return false;
	if (Array.isArray(fields.errors) && fields.errors.length > 0) return true;
	return "detail" in fields || "html-message" in fields || typeof fields.message === "string";
}
