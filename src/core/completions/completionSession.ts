import * as l10n from "@vscode/l10n";
import { Disposables } from "../base/disposables";
import { Emitter, type Event } from "../base/event";
import type { Clock } from "../base/ports";
import { GatewayError } from "../gateway/gatewayError";
import type { CompletionCount } from "../gateway/ledger/completionLedger";
import { AnswerCut } from "./answerCut";
import { AnswerTrie } from "./answerTrie";
import { type CompletionRate, RequestWindow } from "./completionRate";
import { type CompletionExtent, type CursorText, extentAt, isNoPlace } from "./cursorText";
import { answerCode, fitAnswer, type ShapedAnswer } from "./shapeAnswer";
import { medianOf, TypingRhythm } from "./typingRhythm";

/** A place in a document. */
export interface CompletionPlace {
	/** Identifies the document. */
	readonly document: string;
	readonly cursor: CursorText;
}

/** A question of the editor: what belongs at the cursor? */
export interface CompletionAsk extends CompletionPlace {
	/** Whether the editor asks because of a key, and not the user. */
	readonly isAutomatic: boolean;
	/** Whether an answer has arrived, and no other is asked for. */
	readonly isForKnown?: boolean;
}

/** One request for the code at a cursor. */
export interface CompletionQuestion {
	readonly document: string;
	readonly cursor: CursorText;
	readonly extent: CompletionExtent;
}

/** What the session needs. */
export interface CompletionPorts {
	readonly clock: Clock;
	/**
	 * Asks the gateway for the code at the cursor, and reads it until the caller has enough of it.
	 *
	 * @throws GatewayError
	 */
	fill(question: CompletionQuestion, signal: AbortSignal, onCode: (raw: string) => boolean): Promise<string>;
	/** Returns how often code of a language may be completed now. */
	rate(languageId: string): CompletionRate;
	/** Counts a request, unless all windows together would make more than so many in a minute; returns whether it may be made. */
	mayAsk(perMinute: number): Promise<boolean>;
	/** The time of an answer as it was measured, in milliseconds. */
	readonly expected: number;
	/** Counts what happens. */
	count(what: CompletionCount): void;
	/** Is called with each failure of a request. */
	onError(error: unknown): void;
}

/** The longest time that an automatic call waits, in milliseconds; the editor holds its own suggestions back for that. */
const longestWait = 600;
/** The longest time that an answer may take, in milliseconds: no other is asked for meanwhile. */
const longestAnswer = 15_000;
/** Answer times of which the median is expected. */
const mostTimes = 9;
/** Places at which an answer was empty, and which are not asked for again. */
const mostEmpty = 60;
/** Pause after a failure, in milliseconds, where the gateway asks for none; doubled with each further one. */
const firstPause = 5_000;
const longestPause = 300_000;

/** A request that waits for a pause of the user, or for its answer. */
interface Running extends CompletionAsk {
	readonly extent: CompletionExtent;
	readonly abort: AbortController;
	/** When the answer is expected. */
	expectedAt: number;
	/** The code that has arrived; `undefined` before the request is sent. */
	code: string | undefined;
	/** The last question that it is to answer, and when that came. */
	latest: CompletionAsk;
	latestAt: number;
	/** Fires when the answer has ended, in any way. */
	readonly onEnd: Event<void>;
	/** The number of calls that wait for it. */
	waiting: number;
}

/**
 * The completions of a window: one request at a time, whose answer serves all that is typed along with it. Independent of
 * the editor, and of real time.
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
	/** Whether the last call was answered. */
	#isAnswered = false;

	/** Fires with the question whose answer has arrived after its call had returned. */
	readonly onDidArrive = this.#onDidArrive.event;

	constructor(private readonly ports: CompletionPorts) {}

	/**
	 * Returns what belongs at the cursor, or nothing. An automatic call returns at once, unless an answer is expected so
	 * soon that the editor's own suggestions would not be late.
	 *
	 * @param signal of the call; a request goes on without it while its answer fits what the user types.
	 */
	async provide(ask: CompletionAsk, signal: AbortSignal): Promise<ShapedAnswer | undefined> {
		const answer = await this.#answer(ask, signal);
		if (!signal.aborted) this.#isAnswered = answer !== undefined;
		return answer;
	}

	async #answer(ask: CompletionAsk, signal: AbortSignal): Promise<ShapedAnswer | undefined> {
		const { clock } = this.ports;
		// The editor may ask again without a key.
		if (ask.isAutomatic && ask.cursor.offset !== this.#lastOffset) this.#rhythm.typed(clock.now());
		this.#lastOffset = ask.cursor.offset;
		if (isNoPlace(ask.cursor)) return this.#stopUnless(ask);
		const rate = this.ports.rate(ask.cursor.languageId);
		const isTyping = rate.mode === "typing";
		// On demand, only what was asked for goes on.
		const isWanted = isTyping || !ask.isAutomatic || ask.isForKnown === true || this.#isAnswered;
		if (rate.mode === "off" || !isWanted) return undefined;
		const known = this.#known(ask);
		if (known.answer) return this.#served(known.answer, ask.isForKnown !== true);
		// A suggestion that does not fit here would not fit the next time, either.
		if (ask.isForKnown || (ask.isAutomatic && (known.isAnswered || !isTyping || this.#isEmpty(ask)))) return undefined;
		const running = this.#join(ask, rate);
		if (!running) return undefined;
		const waits = ask.isAutomatic ? this.#waitFor(ask, running) : Number.POSITIVE_INFINITY;
		if (waits <= 0) return undefined;
		await this.#ended(running, waits, signal);
		// The answer may have been to what was there before, and the question is asked again.
		const next = this.#running;
		if (!ask.isAutomatic && !signal.aborted && next && next !== running && this.#joins(next, ask))
			await this.#ended(next, waits, signal);
		if (signal.aborted) return undefined;
		const { answer } = this.#known(ask);
		return answer && this.#served(answer, false);
	}

	/** Waits for the end of a request, at most for so many milliseconds. */
	async #ended(running: Running, milliseconds: number, signal: AbortSignal): Promise<void> {
		running.waiting++;
		await endOf(running.onEnd, milliseconds, signal, this.ports.clock);
		running.waiting--;
	}

	/** Returns whether there is an answer that can be shown at a cursor. */
	hasAnswer(place: CompletionPlace): boolean {
		return !isNoPlace(place.cursor) && this.#known(place).answer !== undefined;
	}

	/** Ends the pause after failures, as when there is another key. */
	resume(): void {
		this.#pausedUntil = 0;
		this.#failures = 0;
	}

	/** Forgets all answers and ends the request, as when another model was chosen. */
	reset(): void {
		this.#running?.abort.abort();
		this.#running = undefined;
		this.#trie.clear();
		this.#empty.clear();
	}

	/** Returns the time in which an answer is expected, in milliseconds. */
	get #expected(): number {
		return this.#times.length === 0 ? this.ports.expected : medianOf(this.#times);
	}

	/** Returns whether there is an answer for a cursor, and what of it can be shown there. */
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

	/** Ends a request that waits for a pause: the cursor is where nothing is completed. */
	#stopUnless(ask: CompletionAsk): undefined {
		const running = this.#running;
		if (running && !this.#joins(running, ask)) running.abort.abort();
		return undefined;
	}

	/** Returns whether a request serves a question, too, as far as its answer has arrived. */
	#joins(running: Running, ask: CompletionAsk): boolean {
		if (!continues(running, ask)) return false;
		running.latest = ask;
		running.latestAt = this.ports.clock.now();
		return true;
	}

	/** Returns whether nothing was found to belong at the cursor. */
	#isEmpty(ask: CompletionAsk): boolean {
		return this.#empty.has(placeOf(ask));
	}

	/**
	 * Returns how long a call waits for an answer, in milliseconds: not at all where the editor may show its own
	 * suggestions now, or where the answer is not expected soon.
	 */
	#waitFor({ cursor }: CompletionAsk, running: Running): number {
		if (cursor.isAfterWord || cursor.before.endsWith(".")) return 0;
		return running.expectedAt - this.ports.clock.now() <= longestWait ? longestWait : 0;
	}

	/**
	 * Returns the request whose answer the call gets: the one that is running if it fits, or a new one.
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
			// The rest of a stale answer has not been read.
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

	/** Returns whether a request may be sent, which counts it. What the user asks for by a key always may. */
	async #mayRun(running: Running): Promise<boolean> {
		const { abort, cursor, isAutomatic } = running;
		const most = isAutomatic ? this.ports.rate(cursor.languageId).perMinute : Number.POSITIVE_INFINITY;
		const mayAsk = await this.ports.mayAsk(most);
		if (!mayAsk && this.#running === running) this.#running = undefined;
		return mayAsk && !abort.signal.aborted;
	}

	/** Asks again where the user has typed something else than the answer; returns whether it does. */
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

/** Characters before a cursor that tell its place from others. */
const tailLength = 200;

/** Identifies a place by the end of the text before it. */
function placeOf({ document, cursor }: CompletionPlace): string {
	return `${document}\n${cursor.before.slice(-tailLength)}`;
}

/**
 * Returns whether a request serves a later question too: it was sent, and what was typed since is how its answer begins, as
 * far as that has arrived.
 */
function continues(running: Running, ask: CompletionAsk): boolean {
	if (running.document !== ask.document || running.abort.signal.aborted) return false;
	const length = ask.cursor.offset - running.cursor.offset;
	if (length < 0) return false;
	// The text before the cursor may be cut at another line.
	const tail = running.cursor.before.slice(-tailLength);
	const end = ask.cursor.before.slice(-tail.length - length);
	if (!end.startsWith(tail)) return false;
	if (length === 0) return running.code !== undefined || ask.isAutomatic === running.isAutomatic;
	// One that still waits for a pause asks for what is there then.
	if (running.code === undefined) return false;
	const typed = end.slice(tail.length);
	return running.code.startsWith(typed) || typed.startsWith(running.code);
}

/** Resolves with an event, when time is over, or when the signal is aborted. */
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
