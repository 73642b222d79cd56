import type { Disposable } from "../shared/disposable";
import { drawn } from "./markdown/blockRenderer";

/** Within this many pixels of the end one is at the bottom. */
const near = 24;

/**
 * Keeps a scrolling box at its bottom while its content grows, but only as long as the reader is there. Only a move
 * upwards is the reader's wish to stay: after text came in, even a place that was the bottom lies above it. A reader's
 * place is told as its distance from the end of the content, because the beginning of a long one is drawn last.
 */
export class BottomFollower implements Disposable {
	readonly #box: HTMLElement;
	readonly #moved: (fromEnd: number | null) => void;
	readonly #grown = new ResizeObserver(() => this.#settle());
	readonly #left = new AbortController();
	#following = false;
	/** A place to go back to that the content, drawn bit by bit, may not reach yet. */
	#target: number | null = null;
	#top = 0;

	/** @param moved is told where the reader is: pixels from the top of the box to the content's end, null for the bottom. */
	constructor(box: HTMLElement, content: Element, moved: (fromEnd: number | null) => void) {
		this.#box = box;
		this.#moved = moved;
		this.#follow(true);
		this.#grown.observe(content);
		this.#grown.observe(box);
		const options = { signal: this.#left.signal, passive: true };
		box.addEventListener(drawn, () => this.#following && this.#settle(), options);
		box.addEventListener("scroll", () => this.#scrolled(), options);
		for (const type of ["wheel", "keydown", "pointerdown"]) {
			box.addEventListener(type, () => this.#giveUpTarget(), options);
		}
	}

	/** Goes to a place, or with null to the bottom. */
	goTo(fromEnd: number | null): void {
		this.#follow(fromEnd === null);
		this.#target = fromEnd;
		this.#settle();
		this.#moved(fromEnd);
	}

	/** Where the reader is, to be given to `stay` when something was added above. */
	get fromEnd(): number {
		return this.#box.scrollHeight - this.#box.scrollTop;
	}

	/** Stays at a place, although what is above it has grown. */
	stay(fromEnd: number): void {
		if (!this.#following && this.#target === null) this.#box.scrollTop = this.#box.scrollHeight - fromEnd;
		else this.#settle();
		this.#top = this.#box.scrollTop;
	}

	dispose(): void {
		this.#grown.disconnect();
		this.#left.abort();
	}

	#settle(): void {
		const box = this.#box;
		if (this.#target !== null) {
			box.scrollTop = box.scrollHeight - this.#target;
			if (box.scrollHeight >= this.#target) this.#target = null;
		} else if (this.#following) {
			box.scrollTop = box.scrollHeight;
		}
		this.#top = box.scrollTop;
	}

	#scrolled(): void {
		if (this.#target !== null) return;
		const { scrollTop, scrollHeight, clientHeight } = this.#box;
		if (scrollHeight - scrollTop - clientHeight <= near) this.#follow(true);
		else if (scrollTop < this.#top) this.#follow(false);
		this.#top = scrollTop;
		this.#moved(this.#following ? null : scrollHeight - scrollTop);
	}

	/** Who follows needs no place to be kept by the browser, which would look for one in the whole answer at each word. */
	#follow(following: boolean): void {
		this.#following = following;
		this.#box.toggleAttribute("data-following", following);
	}

	#giveUpTarget(): void {
		this.#target = null;
	}
}
