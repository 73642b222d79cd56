import type { Disposable } from "../../shared/disposable";
import { drawn } from "../markdown/blockRenderer";
import { questionAppeared } from "../page";

/** Distance from the end within which the reader counts as being at the bottom, in pixels. */
const near = 24;

/**
 * Keeps a scrolling box at its bottom while its content grows, as long as the reader is there. Only scrolling up counts
 * as leaving the bottom, because new text alone also moves the bottom away from the reader. A reader's position is
 * expressed as its distance from the end of the content, because the beginning of a long conversation is drawn last.
 */
export class AutoScroll implements Disposable {
	readonly #box: HTMLElement;
	readonly #moved: (fromEnd: number | null, away: boolean) => void;
	readonly #grown = new ResizeObserver(() => this.#settle());
	readonly #left = new AbortController();
	#following = false;
	/** A position to restore that the content may not reach yet, because it is drawn in steps. */
	#target: number | null = null;
	/** A question of the agent whose beginning has not been scrolled to yet. */
	#question: HTMLElement | undefined;
	#top = 0;
	/** What was reported last. */
	#fromEnd: number | null = null;
	#away = false;

	/**
	 * @param moved called with the reader's position: pixels from the top of the box to the content's end, null for the
	 * bottom; and with whether that is away from the bottom, which it is not while the box shows the whole content.
	 */
	constructor(box: HTMLElement, content: Element, moved: (fromEnd: number | null, away: boolean) => void) {
		this.#box = box;
		this.#moved = moved;
		this.#follow(true);
		this.#grown.observe(content);
		this.#grown.observe(box);
		const options = { signal: this.#left.signal, passive: true };
		box.addEventListener(drawn, () => this.#following && this.#settle(), options);
		box.addEventListener("scroll", () => this.#scrolled(), options);
		box.addEventListener(
			questionAppeared,
			({ target }) => {
				if (target instanceof HTMLElement) this.#question = target;
			},
			options,
		);
		for (const type of ["wheel", "keydown", "pointerdown"]) {
			box.addEventListener(type, () => this.#giveUpTarget(), options);
		}
	}

	/** Scrolls to a position, or with null to the bottom. */
	goTo(fromEnd: number | null): void {
		this.#follow(fromEnd === null);
		this.#target = fromEnd;
		this.#report(fromEnd);
		this.#settle();
	}

	/**
	 * Handles new text. If a position is still to be restored and nothing is below, the content has become shorter: then
	 * the reader follows the text.
	 */
	textArrived(): void {
		if (this.#target !== null && this.#showsAll) this.#giveUpTarget();
	}

	/** The reader's position, to be passed to `stay` after content was added above. */
	get fromEnd(): number {
		return this.#box.scrollHeight - this.#box.scrollTop;
	}

	/** Stays at a position even though the content above it has grown. */
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
		} else if (this.#following && !this.#beginsQuestion()) {
			box.scrollTop = box.scrollHeight;
		} else if (!this.#following) {
			this.#followIfAllIsShown();
		}
		this.#top = box.scrollTop;
		if (this.#away !== this.#isAway(this.#fromEnd)) this.#report(this.#fromEnd);
	}

	/** Whether nothing is above or below what the box shows; not while the panel is hidden. */
	get #showsAll(): boolean {
		const { scrollHeight, clientHeight } = this.#box;
		return clientHeight > 0 && scrollHeight <= clientHeight;
	}

	/** No scroll event reports that the box or its content has changed so that nothing is below. */
	#followIfAllIsShown(): void {
		if (!this.#showsAll) return;
		this.#follow(true);
		this.#report(null);
	}

	#isAway(fromEnd: number | null): boolean {
		return fromEnd !== null && !this.#showsAll;
	}

	#report(fromEnd: number | null): void {
		this.#fromEnd = fromEnd;
		this.#away = this.#isAway(fromEnd);
		this.#moved(fromEnd, this.#away);
	}

	/** Scrolls to the beginning of a new question if the bottom would show only its end; returns whether it did. */
	#beginsQuestion(): boolean {
		const box = this.#box;
		if (!this.#question?.isConnected) return false;
		const top = this.#question.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
		if (box.scrollHeight - top <= box.clientHeight) return false;
		this.#question = undefined;
		this.#follow(false);
		box.scrollTop = top;
		this.#report(box.scrollHeight - box.scrollTop);
		return true;
	}

	#scrolled(): void {
		if (this.#target !== null) return;
		const { scrollTop, scrollHeight, clientHeight } = this.#box;
		if (scrollHeight - scrollTop - clientHeight <= near) this.#follow(true);
		else if (scrollTop < this.#top) this.#follow(false);
		this.#top = scrollTop;
		this.#report(this.#following ? null : scrollHeight - scrollTop);
	}

	/**
	 * Disables the browser's scroll anchoring while following: it would search the whole answer for an anchor at each
	 * word.
	 */
	#follow(following: boolean): void {
		this.#following = following;
		this.#box.toggleAttribute("data-following", following);
	}

	#giveUpTarget(): void {
		if (this.#target === null) return;
		this.#target = null;
		this.#followIfAllIsShown();
	}
}
