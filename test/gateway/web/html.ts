/** Markup that may be inserted into a page without escaping. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[] | null;

/** Creates markup with values: a value that is not markup is escaped, for text and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return new Html(strings.reduce((text, string, i) => text + markup(parts[i - 1] ?? null) + string));
}

function markup(part: Part): string {
	if (part === null) return "";
	if (part instanceof Html) return part.text;
	if (typeof part === "object") return part.map(({ text }) => text).join("");
	return escapeHtml(String(part));
}

const entities: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
