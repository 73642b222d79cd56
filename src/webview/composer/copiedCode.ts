import { fenceAround } from "../../shared/untrusted/markdownLine";
import { parseJson } from "../../shared/untrusted/parseJson";

/** Several lines that were copied from one of VS Code's editors. */
export interface CopiedCode {
	readonly text: string;
	/** VS Code's id of the language; empty if it is not known. */
	readonly languageId: string;
}

/** The format in which VS Code's editors describe what was copied from them. */
const editorData = "vscode-editor-data";

/**
 * Returns the code in a clipboard; `undefined` for a text that was not copied from an editor, and for a part of a line,
 * which users paste into sentences.
 */
export function copiedCode(data: Pick<DataTransfer, "types" | "getData">): CopiedCode | undefined {
	const text = data.getData("text/plain");
	if (!data.types.includes(editorData) || !text.trim().includes("\n")) return undefined;
	return { text, languageId: languageOf(data.getData(editorData)) };
}

/** Returns the code as a block of Markdown, on lines of its own. */
export function fencedCode({ text, languageId }: CopiedCode): string {
	const fence = fenceAround(text);
	return `\n${fence}${languageId === "plaintext" ? "" : languageId}\n${text.trimEnd()}\n${fence}\n`;
}

function languageOf(json: string): string {
	try {
		const data = parseJson(json);
		const mode = typeof data === "object" && data !== null && "mode" in data ? data.mode : "";
		return typeof mode === "string" && /^[\w+#.-]{1,50}$/.test(mode) ? mode : "";
	} catch {
		return "";
	}
}
