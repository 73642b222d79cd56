import * as l10n from "@vscode/l10n";
import { Disposables } from "../base/disposables";
import { Emitter, type Event } from "../base/event";
import type { Clock } from "../base/ports";
import { GatewayError } from "../gateway/gatewayError";
import type { CompletionCount } from "../gateway/ledger/completionLedger";
import { AnswerCut } from "./answer/answerCut";
import { type CompletionExtent, type CursorText, extentAt, isNoPlace } from "./answer/cursorText";
import { answerCode, fitAnswer, type ShapedAnswer } from "./answer/shapeAnswer";
import { AnswerTrie } from "./answerTrie";
import { type CompletionRate, RequestWindow } from "./completionRate";
import { medianOf, TypingRhythm } from "./typingRhythm";

/** A place in a document. */
export interface CompletionPlace {
	/** Identifies the document. */
	readonly document: string;
	readonly cursor: CursorText;
}

/** The editor's call for a suggestion at the cursor. */
export interface CompletionAsk extends CompletionPlace {
	/** Whether the editor asks by itself, because of typing, and not at the user's request. */
	readonly isAutomatic: boolean;
	/** Whether only an answer that has already arrived is wanted, without another request. */
	readonly isForKnown?: boolean;
}

/** One request for the code at a cursor. */
export interface CompletionQuestion {
	readonly document: string;
	readonly cursor: CursorText;
	readonly extent: CompletionExtent;
}

/** The services of a session. */
export interface CompletionPorts {
	readonly clock: Clock;
	/**
	 * Asks the gateway for the code at the cursor, and reads the answer until the caller has enough of it.
	 *
	 * @param onCode is passed the answer so far; returns whether that is enough.
	 * @throws GatewayError
	 */
	fill(question: CompletionQuestion, signal: AbortSignal, onCode: (raw: string) => boolean): Promise<string>;
	/** Returns how often code of a language may be completed now. */
	rate(languageId: string): CompletionRate;
	/**
	 * Counts a request, unless all windows together would exceed the maximum per minute or it is aborted meanwhile;
	 * returns whether it is allowed.
	 */
	mayAsk(perMinute: number, signal: AbortSignal): Promise<boolean>;
	/** The measured time that an answer takes, in milliseconds. */
	readonly expected: number;
	/** Counts an event for the statistics. */
	count(what: CompletionCount): void;
	/** Called with each failure of a request. */
	onError(error: unknown): void;
}

/** Maximum time that an automatic call waits, in milliseconds: the editor delays its own suggestions meanwhile. */
const longestWait = 600;
/** Maximum time that an answer may take, in milliseconds: no other is requested meanwhile. */
const longestAnswer = 15_000;
/** Number of recent answer times, whose median is the expected time. */
const mostTimes = 9;
/** Maximum number of remembered places at which an answer was empty, and which are not asked about again. */
const mostEmpty = 60;
/** Minimum pause after a failure, in milliseconds, doubled with each further failure; a gateway may ask for more. */
const firstPause = 5_000;
const longestPause = 300_000;

/** A request that waits until the user pauses, or for its answer. */
interface Running extends CompletionAsk {
	readonly extent: CompletionExtent;
	readonly abort: AbortController;
	/** When the answer is expected. */
	expectedAt: number;
	/** The code that has arrived; `undefined` before the request is sent. */
	code: string | undefined;
	/** The latest call that it serves, and when that was made. */
	latest: CompletionAsk;
	latestAt: number;
	/** Fires when the answer has ended, for whatever reason. */
	readonly onEnd: Event<void>;
	/** The number of calls that wait for it. */
	waiting: number;
}

/**
 * The completions of a window: one request at a time, whose answer is used as long as the user types along it.
 * Independent of the editor, and of real time.
 */
export class CompletionSession {
	readonly #trie = new AnswerTrie();
	readonly #rhythm = new TypingRhythm();
	readonly #window = new RequestWindow();
	readonly #onDidArrive = new Emitter<CompletionAsk>();
	readonly #empty = new Set<string>();
	readonly #times: number[] = [];
	#running: Running | undefined;
	#lastOffset = -1;
	#pausedUntil = 0;
	#failures = 0;
	/** Whether the last call returned a suggestion. */
	#isAnswered = false;

	/** Fires when an answer has arrived after its call returned, with the call. */
	readonly onDidArrive = this.#onDidArrive.event;

	constructor(private readonly ports: CompletionPorts) {}

	/**
	 * Returns the suggestion at the cursor; `undefined` for none. An automatic call returns at once, unless an answer is
	 * expected so soon that the editor's own suggestions would not be late.
	 *
	 * @param signal ends the call; its request continues as long as the answer fits what the user types.
	 */
	async provide(ask: CompletionAsk, signal: AbortSignal): Promise<ShapedAnswer | undefined> {
		const answer = await this.#answer(ask, signal);
		if (!signal.aborted) this.#isAnswered = answer !== undefined;
		return answer;
	}

	async #answer(ask: CompletionAsk, signal: AbortSignal): Promise<ShapedAnswer | undefined> {
		const { clock } = this.ports;
		// The editor may ask again although no key was pressed.
		if (ask.isAutomatic && ask.cursor.offset !== this.#lastOffset) this.#rhythm.typed(clock.now());
		this.#lastOffset = ask.cursor.offset;
		if (isNoPlace(ask.cursor)) return this.#stopUnless(ask);
		const rate = this.ports.rate(ask.cursor.languageId);
		const isTyping = rate.mode === "typing";
		// On demand, an automatic call only continues a suggestion that the user asked for.
		const isWanted = isTyping || !ask.isAutomatic || ask.isForKnown === true || this.#isAnswered;
		if (rate.mode === "off" || !isWanted) return undefined;
		const known = this.#known(ask);
		if (known.answer) return this.#served(known.answer, ask.isForKnown !== true);
		// A suggestion that does not fit here would not fit the next time either.
		if (ask.isForKnown || (ask.isAutomatic && (known.isAnswered || !isTyping || this.#isEmpty(ask)))) return undefined;
		const running = this.#join(ask, rate);
		if (!running) return undefined;
		const waits = ask.isAutomatic ? this.#waitFor(ask, running) : Number.POSITIVE_INFINITY;
		if (waits <= 0) return undefined;
		await this.#ended(running, waits, signal);
		// The answer may have been for an earlier text, and another request may have been made.
		const next = this.#running;
		if (!ask.isAutomatic && !signal.aborted && next && next !== running && this.#joins(next, ask))
			await this.#ended(next, waits, signal);
		if (signal.aborted) return undefined;
		const { answer } = this.#known(ask);
		return answer && this.#served(answer, false);
	}

	/** Waits for the end of a request, with a maximum in milliseconds. */
	async #ended(running: Running, milliseconds: number, signal: AbortSignal): Promise<void> {
		running.waiting++;
		await endOf(running.onEnd, milliseconds, signal, this.ports.clock);
		running.waiting--;
	}

	/** Returns whether there is an answer that can be shown at a cursor. */
	hasAnswer(place: CompletionPlace): boolean {
		return !isNoPlace(place.cursor) && this.#known(place).answer !== undefined;
	}

	/** Ends the pause after failures, for example after another API key was set. */
	resume(): void {
		this.#pausedUntil = 0;
		this.#failures = 0;
	}

	/** Forgets all answers and ends the request, for example after another model was chosen. */
	reset(): void {
		this.#running?.abort.abort();
		this.#running = undefined;
		this.#trie.clear();
		this.#empty.clear();
	}

	/** The time that an answer is expected to take, in milliseconds. */
	get #expected(): number {
		return this.#times.length === 0 ? this.ports.expected : medianOf(this.#times);
	}

	/** Returns whether there is an answer for a cursor, and the part of it that can be shown there. */
	#known({ document, cursor }: CompletionPlace): {
		readonly isAnswered: boolean;
		readonly answer?: ShapedAnswer | undefined;
	} {
		const code = this.#trie.find(document, cursor.before);
		return code === ""
			? { isAnswered: false }
			: { isAnswered: true, answer: fitAnswer(code, cursor, extentAt(cursor)) };
	}

	#served(answer: ShapedAnswer, fromCache: boolean): ShapedAnswer {
		this.ports.count("served");
		if (fromCache) this.ports.count("fromCache");
		return answer;
	}

	/** Ends the running request, unless its answer may still fit: nothing is completed at the cursor. */
	#stopUnless(ask: CompletionAsk): undefined {
		const running = this.#running;
		if (running && !this.#joins(running, ask)) running.abort.abort();
		return undefined;
	}

	/** Returns whether a request also serves a later call, which is then the latest that it serves. */
	#joins(running: Running, ask: CompletionAsk): boolean {
		if (!continues(running, ask)) return false;
		running.latest = ask;
		running.latestAt = this.ports.clock.now();
		return true;
	}

	/** Returns whether the answer for the cursor's place was empty. */
	#isEmpty(ask: CompletionAsk): boolean {
		return this.#empty.has(placeOf(ask));
	}

	/**
	 * Returns how long an automatic call waits for an answer, in milliseconds: 0 where the editor may show its own
	 * suggestions now, or where the answer is not expected soon.
	 */
	#waitFor({ cursor }: CompletionAsk, running: Running): number {
		if (cursor.isAfterWord || cursor.before.endsWith(".")) return 0;
		return running.expectedAt - this.ports.clock.now() <= longestWait ? longestWait : 0;
	}

	/**
	 * Returns the request whose answer the call gets: the running one if it fits, or a new one; `undefined` where no new
	 * one may be made.
	 *
	 * @param askedAt when the editor asked.
	 */
	#join(ask: CompletionAsk, rate: CompletionRate, askedAt = this.ports.clock.now()): Running | undefined {
		const running = this.#running;
		if (running && this.#joins(running, ask)) return running;
		running?.abort.abort();
		const now = this.ports.clock.now();
		if (now < this.#pausedUntil && ask.isAutomatic) return undefined;
		if (ask.isAutomatic && !this.#window.hasRoom(now, rate.perMinute)) return undefined;
		const expected = this.#expected;
		const pause = ask.isAutomatic ? this.#rhythm.delay(expected) * rate.factor : 0;
		const delay = Math.max(0, askedAt + pause - now);
		const abort = new AbortController();
		const end = new Emitter<void>();
		const next: Running = {
			...ask,
			...{ extent: extentAt(ask.cursor), abort, onEnd: end.event, waiting: 0 },
			...{ code: undefined, expectedAt: now + delay + expected, latest: ask, latestAt: askedAt },
		};
		this.#running = next;
		const timer = this.ports.clock.after(delay, () => void this.#run(next).finally(() => end.fire()));
		abort.signal.addEventListener("abort", () => {
			timer.dispose();
			if (this.#running === next) this.#running = undefined;
			end.fire();
		});
		return next;
	}

	async #run(running: Running): Promise<void> {
		const { abort, cursor, extent, document, isAutomatic } = running;
		const { clock } = this.ports;
		if (!(await this.#mayRun(running))) return;
		const begun = clock.now();
		this.#window.sent(begun);
		this.ports.count("requests");
		running.expectedAt = begun + this.#expected;
		running.code = "";
		let isStale = false;
		const onCode = (raw: string) => {
			running.code = answerCode(raw, cursor) ?? "";
			isStale = !continues(running, running.latest);
			return isStale || new AnswerCut(extent, cursor).isEnough(running.code);
		};
		const late = clock.after(longestAnswer, () => {
			if (abort.signal.aborted) return;
			const text = l10n.t("There was no answer within {0} seconds.", longestAnswer / 1000);
			this.#failed(new GatewayError("timeout", text));
			abort.abort();
		});
		try {
			const raw = await this.ports.fill({ document, cursor, extent }, abort.signal, onCode);
			if (abort.signal.aborted) return;
			this.resume();
			if (this.#running === running) this.#running = undefined;
			let cut = "";
			// A stale answer was not read to its end.
			if (!isStale) {
				this.#learnTime(clock.now() - begun);
				cut = new AnswerCut(extent, cursor).cut(answerCode(raw, cursor) ?? "");
				this.#cache(running, cut);
			}
			if (this.#goesOn(running)) return;
			if (cut !== "" && running.waiting === 0) this.#onDidArrive.fire({ document, cursor, isAutomatic });
		} catch (error) {
			if (!abort.signal.aborted) this.#failed(error);
		} finally {
			late.dispose();
			if (this.#running === running) this.#running = undefined;
		}
	}

	/** Counts a request, and returns whether it may be sent. A request on demand always may. */
	async #mayRun(running: Running): Promise<boolean> {
		const { abort, cursor, isAutomatic } = running;
		const most = isAutomatic ? this.ports.rate(cursor.languageId).perMinute : Number.POSITIVE_INFINITY;
		const mayAsk = await this.ports.mayAsk(most, abort.signal);
		if (!mayAsk && this.#running === running) this.#running = undefined;
		return mayAsk && !abort.signal.aborted;
	}

	/** Makes another request if the user has typed something other than the answer; returns whether it does. */
	#goesOn({ cursor, latest, latestAt }: Running): boolean {
		if (latest.cursor.offset === cursor.offset || this.#known(latest).isAnswered) return false;
		if (isNoPlace(latest.cursor) || this.#isEmpty(latest)) return false;
		const rate = this.ports.rate(latest.cursor.languageId);
		const isAllowed = rate.mode === "typing" || (rate.mode === "demand" && !latest.isAutomatic);
		return isAllowed && this.#join(latest, rate, latestAt) !== undefined;
	}

	#cache(running: Running, code: string): void {
		if (code.trim() !== "") {
			this.#trie.add(running.document, running.cursor.before, code);
			return;
		}
		this.#empty.add(placeOf(running));
		const [oldest] = this.#empty;
		if (this.#empty.size > mostEmpty && oldest !== undefined) this.#empty.delete(oldest);
	}

	#learnTime(milliseconds: number): void {
		this.#times.push(milliseconds);
		if (this.#times.length > mostTimes) this.#times.shift();
	}

	/** Pauses after a failure, and reports it. */
	#failed(error: unknown): void {
		const asked = error instanceof GatewayError ? (error.retryAfter ?? 0) : 0;
		const own = Math.min(longestPause, firstPause * 2 ** this.#failures++);
		this.#pausedUntil = this.ports.clock.now() + Math.max(asked, own);
		this.ports.onError(error);
	}
}

/** Number of characters before a cursor that distinguish its place from others. */
const tailLength = 200;

/** Identifies a place by the end of the text before it. */
function placeOf({ document, cursor }: CompletionPlace): string {
	return `${document}\n${cursor.before.slice(-tailLength)}`;
}

/**
 * Returns whether a request serves a later call too: it was sent, and the user has since typed the beginning of its
 * answer, as far as that has arrived.
 */
function continues(running: Running, ask: CompletionAsk): boolean {
	if (running.document !== ask.document || running.abort.signal.aborted) return false;
	const length = ask.cursor.offset - running.cursor.offset;
	if (length < 0) return false;
	// The two texts before the cursor may begin at different lines of the document.
	const tail = running.cursor.before.slice(-tailLength);
	const end = ask.cursor.before.slice(-tail.length - length);
	if (!end.startsWith(tail)) return false;
	if (length === 0) return running.code !== undefined || ask.isAutomatic === running.isAutomatic;
	// A request that still waits for a pause is replaced by one for the current text.
	if (running.code === undefined) return false;
	const typed = end.slice(tail.length);
	return running.code.startsWith(typed) || typed.startsWith(running.code);
}

/** Resolves when the event fires, the time is over, or the signal is aborted. */
function endOf(onEnd: Event<void>, milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> {
	return new Promise((resolve) => {
		const disposables = new Disposables();
		const done = () => {
			disposables.dispose();
			signal.removeEventListener("abort", done);
			resolve();
		};
		signal.addEventListener("abort", done);
		disposables.add(onEnd(done));
		if (Number.isFinite(milliseconds)) disposables.add(clock.after(milliseconds, done));
		if (signal.aborted) done();
	});
}
