/** What is read of a key event. */
type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "timeStamp">;

/** How long VS Code waits for the second key of a chord, in milliseconds. */
const longestChord = 5_000;
const modifiers = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"];

/**
 * Recognizes the second key of a chord, such as Ctrl+K Shift+G, which VS Code runs but does not keep from being typed in
 * a page. A page cannot ask whether a chord has begun: it has after the key that begins all chords by default, Ctrl+K
 * or ⌘K, and VS Code then takes every key. Where the user has given that key alone to a command, one key is lost.
 */
export class ChordKeys {
	#begunAt: number | undefined;

	/** @param isMac whether chords begin with ⌘K: Ctrl+K deletes the rest of the line there. */
	constructor(private readonly isMac: boolean) {}

	/** Takes a key that VS Code receives. @returns whether VS Code takes it as the second key of a chord. */
	isSecond(event: Key): boolean {
		if (modifiers.includes(event.key)) return false;
		const begunAt = this.#begunAt;
		this.#begunAt = undefined;
		if (event.isComposing) return false;
		if (begunAt !== undefined && event.timeStamp - begunAt < longestChord) return true;
		if (this.#begins(event)) this.#begunAt = event.timeStamp;
		return false;
	}

	/** Ends the chord when the page loses the focus. */
	leave(): void {
		this.#begunAt = undefined;
	}

	#begins({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): boolean {
		const [main, other] = this.isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
		return key.toLowerCase() === "k" && main && !other && !altKey && !shiftKey;
	}
}
