/** Where an answer's own content stands; an object with one of these is an error only if it says so outright. */
const contents = ["choices", "data", "models", "embeddings"];

/**
 * Whether JSON that came with a good status is an error all the same: `{error}`, or FastAPI's `{detail}` and others'
 * `{message: "text"}` where there should be an answer (gateway-quirks.md, rows "stream" and "errors").
 */
export function isErrorObject(value: object): boolean {
	const fields = value as Readonly<Record<string, unknown>>;
	if (fields.error) return true;
	if (contents.some((name) => name in fields)) return false;
	return "detail" in fields || "html-message" in fields || typeof fields.message === "string";
}
