/** The properties of a key event that are read. */
type Key = Pick<
	KeyboardEvent,
	"key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "timeStamp"
>;

/** How long VS Code waits for the second key of a chord, in milliseconds. */
const longestChord = 5_000;
const modifiers = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"];

/**
 * Recognizes the second key of a chord, such as Ctrl+K Shift+G: VS Code runs the command, but does not keep the key
 * from being typed in a page. A page cannot ask whether a chord has begun. By default, all chords begin with Ctrl+K or
 * ⌘K, after which VS Code takes the next key, whatever it is. If the user has assigned that first key alone to a
 * command, one key is lost.
 */
export class ChordKeys {
	#begunAt: number | undefined;

	/** @param isMac whether chords begin with ⌘K: Ctrl+K deletes the rest of the line there. */
	constructor(private readonly isMac: boolean) {}

	/** Handles a key before the page does. @returns whether VS Code takes it as the second key of a chord. */
	isSecond(event: Key): boolean {
		if (modifiers.includes(event.key)) return false;
		const begunAt = this.#begunAt;
		this.#begunAt = undefined;
		if (begunAt === undefined || event.timeStamp - begunAt >= longestChord) return false;
		return !event.isComposing && !usesClipboard(event);
	}

	/** Handles a key that VS Code receives after the page, and that is not the second one of a chord. */
	passOn(event: Key): void {
		if (!event.isComposing && this.#begins(event)) this.#begunAt = event.timeStamp;
	}

	/** Ends the chord when the page loses the focus. */
	leave(): void {
		this.#begunAt = undefined;
	}

	#begins(event: Key): boolean {
		const { ctrlKey, metaKey, altKey, shiftKey } = event;
		const [main, other] = this.isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
		return isK(event) && main && !other && !altKey && !shiftKey;
	}
}

/** Returns whether a key is K; on a keyboard without Latin letters, VS Code recognizes it by its position. */
function isK({ key, code }: Key): boolean {
	return key.toLowerCase() === "k" || (code === "KeyK" && key > "\u007f");
}

/**
 * Returns whether a key copies, cuts or pastes: VS Code in a browser leaves these keys to the page, even in a chord.
 */
function usesClipboard({ key, ctrlKey, metaKey, shiftKey }: Key): boolean {
	const letter = key.toLowerCase();
	return ((ctrlKey || metaKey) && ["c", "v", "x"].includes(letter)) || (shiftKey && letter === "insert");
}
