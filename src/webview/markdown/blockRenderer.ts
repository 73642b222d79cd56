import { LazyModule } from "../lazyModule";
import type { BlockWriter } from "./blockWriter";
import { appendInPieces } from "./textPieces";

/**
 * Name of the event fired after text was drawn. Scrolling in its handler, before the frame is laid out, saves a second
 * frame.
 */
export const drawn = "gatehouse-drawn";

/** Minimum interval between two drawings of the open block, in milliseconds. */
const cadence = 50;

/** Minimum ratio of the interval to the time that a drawing takes, so that a slow block is drawn less often. */
const share = 5;

/** Maximum interval for a slow block, in milliseconds: in a longer one, more text to draw would accumulate. */
const patience = 200;

/** The writer of blocks and its parser, in a chunk of their own. */
export const markdownWriting = new LazyModule(() => import("./blockWriter"));

/**
 * Shows an answer's Markdown while it is streamed: text is collected, and drawn by a {@link BlockWriter} at most once in
 * each interval. The writer and its parser are loaded with the first text; if that fails, the text is shown as it is.
 */
export class BlockRenderer {
	readonly #root: HTMLElement;
	#incoming = "";
	#writer: BlockWriter | undefined;
	/** Whether the text is shown without the writer, which could not be loaded. */
	#plain = false;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#nextDraw = 0;
	#ended = false;

	constructor(root: HTMLElement) {
		this.#root = root;
	}

	/** Adds text, which is drawn at the next interval. */
	append(text: string): void {
		if (text === "") return;
		this.#incoming += text;
		this.#schedule();
	}

	/** Finishes the answer, including the block that is still open. */
	end(): void {
		if (this.#ended) return;
		this.#ended = true;
		this.#draw();
	}

	/** Removes everything, for a text that is not a continuation of the previous one. */
	reset(): void {
		this.#unschedule();
		this.#root.replaceChildren();
		// Without an open block, the caret is on the root itself.
		this.#root.removeAttribute("data-caret");
		this.#root.removeAttribute("data-plain");
		this.#incoming = "";
		this.#writer = undefined;
		this.#plain = false;
		this.#ended = false;
	}

	#schedule(): void {
		if (this.#timer !== undefined) return;
		const wait = Math.max(0, this.#nextDraw - performance.now());
		this.#timer = setTimeout(() => this.#draw(), wait);
	}

	#unschedule(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	#draw(): void {
		this.#unschedule();
		if (!this.#plain && !markdownWriting.loaded) {
			// Text is collected until the writer is loaded.
			markdownWriting.load().then(
				() => this.#draw(),
				() => this.#drawPlain(),
			);
			return;
		}
		const began = performance.now();
		this.#write();
		this.#root.dispatchEvent(new Event(drawn, { bubbles: true }));
		const took = performance.now() - began;
		this.#nextDraw = began + Math.max(cadence, Math.min(patience, took * share));
	}

	/** Shows this text as it is from now on; the panel reports why. */
	#drawPlain(): void {
		this.#plain = true;
		this.#root.setAttribute("data-plain", "");
		this.#draw();
	}

	#write(): void {
		const text = this.#takeIncoming();
		if (this.#plain || !markdownWriting.loaded) appendInPieces(text, this.#root);
		else {
			this.#writer ??= new markdownWriting.loaded.BlockWriter(this.#root);
			this.#writer.write(text, this.#ended);
		}
	}

	/** Returns the incoming text, except a trailing CR, which may be the first half of a line break. */
	#takeIncoming(): string {
		const whole = this.#ended || !this.#incoming.endsWith("\r") ? this.#incoming.length : this.#incoming.length - 1;
		const text = this.#incoming.slice(0, whole).replace(/\r\n?/g, "\n");
		this.#incoming = this.#incoming.slice(whole);
		return text;
	}
}
