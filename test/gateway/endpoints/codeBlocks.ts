/** A fenced block of a Markdown text. */
export interface CodeBlock {
	/** The first word after the fence; empty if there is none. */
	readonly language: string;
	readonly lines: readonly string[];
}

/**
 * Splits a Markdown text into its fenced blocks and the rest of the text. An unclosed block ends with the
 * text.
 */
export function splitCodeBlocks(markdown: string): { readonly blocks: readonly CodeBlock[]; readonly prose: string } {
	const blocks: CodeBlock[] = [];
	const prose: string[] = [];
	let open: { readonly fence: string; readonly lines: string[] } | undefined;
	for (const line of markdown.split(/\r\n|\r|\n/)) {
		const [, fence = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
		if (open) {
			if (fence.startsWith(open.fence) && info.trim() === "") open = undefined;
			else open.lines.push(line);
		} else if (fence && !(fence.startsWith("`") && info.includes("`"))) {
			open = { fence, lines: [] };
			blocks.push({ language: info.trim().split(/\s/)[0] ?? "", lines: open.lines });
		} else {
			prose.push(line);
		}
	}
	return { blocks, prose: prose.join("\n").trim() };
}

/** Returns a Markdown block of code, with a fence longer than any in the code. */
export function fenced(language: string, lines: readonly string[]): string {
	const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)));
	const fence = "`".repeat(longest + 1);
	return [`${fence}${language}`, ...lines, fence].join("\n");
}
