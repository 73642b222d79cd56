/** A clipboard, as far as text is concerned. */
export interface Clipboard {
	/** Empty where there is something else in it, such as a picture. */
	readText(): PromiseLike<string>;
	writeText(text: string): PromiseLike<void>;
}

/**
 * The text that a command copies. The clipboard gets its text back. Where it held none, what is copied stays in it: a picture
 * that may have been there is replaced only by what was really copied, as by any copying.
 *
 * @returns `undefined` when nothing was copied.
 */
export async function copiedText(clipboard: Clipboard, copy: () => PromiseLike<unknown>): Promise<string | undefined> {
	const before = await clipboard.readText();
	// Unlike anything that may be copied, to tell whether something was.
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
