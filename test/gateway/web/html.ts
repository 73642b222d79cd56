/** Markup that may be inserted into a page as it is. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[] | null;

/** Markup with values in it: whatever is not markup itself is escaped, for text and for quoted attributes alike. */
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
