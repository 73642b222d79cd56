/** The text of a clipboard. */
export interface Clipboard {
	/** Reads the text; empty where the clipboard contains something else, such as a picture. */
	readText(): PromiseLike<string>;
	writeText(text: string): PromiseLike<void>;
}

/**
 * Returns the text that a command copies, and restores the clipboard's text. If it contained no text, the copied text
 * stays in it: a picture that may have been there is replaced only when something was really copied, as by any copying.
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
