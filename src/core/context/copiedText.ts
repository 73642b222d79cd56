/** The text of a clipboard. */
export interface Clipboard {
	/** Reads the text; empty where the clipboard contains something else, such as a picture. */
	readText(): PromiseLike<string>;
	writeText(text: string): PromiseLike<void>;
}

/**
 * Returns the text that a command copies, and restores the clipboard's text. If the clipboard contained no text, the
 * copied text stays in it; a picture is thus replaced only when something was actually copied, as by any other copy.
 *
 * @returns `undefined` when nothing was copied.
 */
export async function copiedText(clipboard: Clipboard, copy: () => PromiseLike<unknown>): Promise<string | undefined> {
	const before = await clipboard.readText();
	// A unique text, which shows whether anything was copied.
	const mark = before === "" ? "" : crypto.randomUUID();
	try {
		if (before !== "") await clipboard.writeText(mark);
		await copy();
		const text = await clipboard.readText();
		return text === mark ? undefined : text;
	} finally {
		if (before !== "") await clipboard.writeText(before);
	}
}
