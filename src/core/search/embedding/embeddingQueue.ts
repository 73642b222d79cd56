import type { Disposable } from "../../../shared/disposable";
import { appendAll } from "../../../shared/untrusted/appendAll";
import type { Clock } from "../../base/ports";
import { GatewayError } from "../../gateway/gatewayError";
import { asksTooLong, type BulkLimits, type OnWait, sleep, type Wait } from "../../gateway/retry";
import type { MissingContent } from "../model/chunker";
import type { EmbeddedContent } from "../model/vectorSearch";
import { AdaptiveRateLimiter } from "./adaptiveRateLimiter";
import { type Batch, FailedBatch, halvesOf } from "./batch";
import type { BatchSize } from "./batchSize";
import { EmbeddingHealthCheck } from "./embeddingHealthCheck";
import { embedWithSplitting } from "./embedWithSplitting";

/** The services that the queue needs. */
export interface QueueDeps {
	/** Returns contents without a vector, starting after an id. */
	readonly missing: (after: number, limit: number) => Promise<readonly MissingContent[]>;
	readonly embed: EmbedTexts;
	readonly saveVectors: (embedded: readonly EmbeddedContent[]) => Promise<void>;
	/** Records contents that the gateway refused individually. */
	readonly refuse: (ids: readonly number[], cause: string) => Promise<void>;
	readonly batchSize: BatchSize;
	readonly clock: Clock;
	/** Is called after each batch that was saved. */
	readonly onKept: (count: number) => void;
	/** Is called when the gateway makes the queue wait, and with `undefined` when it continues. */
	readonly onWait: OnWait;
	/** Spreads the requests over what the gateway's reported limits leave; absent where none are known. */
	readonly limits?: BulkLimits & {
		/** Calls the listener when the pause may have changed; absent where nothing tells that. */
		onDidChange?(listener: () => void): Disposable | undefined;
	};
}

/** The gateway's embedding operation, for one model. */
export type EmbedTexts = (
	texts: readonly string[],
	sources: readonly string[],
	signal: AbortSignal,
	onWait: OnWait,
) => Promise<Float32Array[]>;

/** Number of contents that are fetched ahead: several of the largest batches, because the store may be busy. */
const held = 512;
/** Maximum number of consecutive "too busy" responses without any success in between. */
const mostRefusals = 6;
/** Pause when a busy gateway does not name one, in milliseconds. */
const busyPause = 20_000;
/**
 * Minimum pause for a reported limit whose reason is shown, in milliseconds; shorter pauses only spread the requests.
 */
const shownPause = 5_000;
/**
 * Maximum length of one rest, in milliseconds: what is left may change without any answer, such as with the requests that
 * have no answer yet, and a timer of more than 2^31 − 1 would end at once.
 */
const longestRest = 60_000;

/** Embeds everything that is missing, with several concurrent requests, at the rate that the gateway allows. */
export class EmbeddingQueue {
	readonly #rateLimiter: AdaptiveRateLimiter;
	readonly #healthCheck: EmbeddingHealthCheck;
	readonly #ready: MissingContent[] = [];
	/** Batches that are sent before the others: halves of failed batches, and batches to retry. */
	readonly #again: Batch[] = [];
	/** The number of failed batches whose halves are not both decided yet. */
	#undecided = 0;
	#after = 0;
	#drained = false;
	#filling = false;
	#refusals = 0;
	/** The end of the last refusal's pause. */
	#refusedUntil = 0;
	#anyPassed = false;
	/** The pause for a reported limit that was shown last; `undefined` outside of one. */
	#limited: Wait | undefined;

	constructor(private readonly deps: QueueDeps) {
		this.#rateLimiter = new AdaptiveRateLimiter(deps.clock);
		this.#healthCheck = new EmbeddingHealthCheck((text, signal) =>
			deps.embed([text], [], signal, (wait) => this.#waiting(wait)),
		);
	}

	/**
	 * Runs until nothing is missing. Whatever was saved remains saved, however the run ends.
	 *
	 * @throws GatewayError that waiting does not resolve; what `missing`, `saveVectors` and `refuse` throw; the signal's
	 * reason.
	 */
	async run(signal: AbortSignal): Promise<void> {
		const stop = new AbortController();
		const both = AbortSignal.any([signal, stop.signal]);
		const underWay = new Set<Promise<void>>();
		let failure: { readonly error: unknown } | undefined;
		const follow = (work: Promise<void>) => {
			const done: Promise<void> = work
				.catch((error: unknown) => {
					failure ??= { error };
					stop.abort();
				})
				.finally(() => underWay.delete(done));
			underWay.add(done);
		};
		try {
			while (!both.aborted) {
				if (this.#isLow) follow(this.#fill());
				if (this.#ready.length + this.#again.length === 0) {
					if (underWay.size === 0) break;
					await Promise.race(underWay);
					continue;
				}
				const wait = this.#waitNow(underWay.size);
				if (wait === undefined) await Promise.race(underWay);
				else if (wait > 0) await Promise.race([...underWay, this.#rest(wait, both)]);
				else if (this.#untried) await this.#trySeveral(both);
				else follow(this.#send(this.#take(), both));
			}
		} catch (error) {
			// Requests that were aborted because of another failure do not count as failures.
			failure ??= { error };
			stop.abort();
		}
		await Promise.all(underWay);
		signal.throwIfAborted();
		if (failure) throw failure.error;
	}

	/**
	 * Returns the milliseconds until the next request may start, 0 for now; `undefined` when another request must end
	 * first.
	 *
	 * @throws GatewayError when a reported limit would make the queue wait for too long.
	 */
	#waitNow(underWay: number): number | undefined {
		const { wait } = this.#rateLimiter;
		if (wait === undefined) return undefined;
		const pause = this.deps.limits?.wait();
		// A pending answer may still report other limits.
		if (pause && underWay === 0 && asksTooLong(pause.cause)) throw pause.cause;
		const milliseconds = pause ? Math.max(0, pause.until - this.deps.clock.now()) : 0;
		// If a request itself was refused, that pause is already shown, with its reason.
		this.#showLimit(milliseconds >= shownPause && milliseconds > wait ? pause : undefined);
		return Math.max(wait, milliseconds);
	}

	/** Shows why the queue waits for a reported limit, and that it continues. */
	#showLimit(pause: Wait | undefined): void {
		const before = this.#limited;
		// Other answers may have reported another number of requests that are left.
		const same = pause && before && pause.cause.message === before.cause.message;
		if (pause ? same && Math.abs(pause.until - before.until) < 1_000 : !before) return;
		this.#limited = pause;
		this.deps.onWait(pause);
	}

	/** Whether more contents should be fetched, while some are still left. */
	get #isLow(): boolean {
		return !this.#drained && !this.#filling && this.#ready.length < held / 2;
	}

	async #fill(): Promise<void> {
		this.#filling = true;
		const more = await this.deps.missing(this.#after, held);
		appendAll(this.#ready, more);
		this.#after = more.at(-1)?.id ?? this.#after;
		this.#drained = more.length < held;
		this.#filling = false;
	}

	#take(): Batch {
		return this.#again.shift() ?? { contents: this.#ready.splice(0, this.deps.batchSize.current) };
	}

	/** Whether to send two contents, as a test of whether several per request are accepted. */
	get #untried(): boolean {
		return this.deps.batchSize.unknown && this.#undecided + this.#again.length === 0 && this.#ready.length > 1;
	}

	async #trySeveral(signal: AbortSignal): Promise<void> {
		const pair = { contents: this.#ready.splice(0, 2) };
		try {
			await this.#saveVectors(pair, await this.deps.batchSize.trySeveral(() => this.#embed(pair.contents, signal)));
		} catch (error) {
			await this.#retreat(pair, error, signal);
		}
	}

	/**
	 * Waits, at most until the signal is aborted, when the loop ends by itself, or another answer has reported limits, such
	 * as that they are renewed.
	 */
	async #rest(wait: number, signal: AbortSignal): Promise<void> {
		const changed = new AbortController();
		const listening = this.deps.limits?.onDidChange?.(() => changed.abort());
		const { clock } = this.deps;
		await sleep(Math.min(wait, longestRest), clock, AbortSignal.any([signal, changed.signal])).catch(() => {});
		listening?.dispose();
	}

	async #send(batch: Batch, signal: AbortSignal): Promise<void> {
		const { contents } = batch;
		const [only] = contents;
		this.#rateLimiter.began();
		let passed = false;
		try {
			const vectors =
				contents.length === 1 && only
					? [await embedWithSplitting(only.text, async (text) => (await this.#embed([{ ...only, text }], signal))[0])]
					: await this.#embed(contents, signal);
			passed = true;
			await this.#saveVectors(batch, vectors);
			await this.deps.batchSize.passed(contents.length, vectors[0]?.length ?? 0);
		} catch (error) {
			await this.#retreat(batch, error, signal);
		} finally {
			this.#rateLimiter.ended(passed);
		}
	}

	#embed(contents: readonly MissingContent[], signal: AbortSignal): Promise<Float32Array[]> {
		const sources = [...new Set(contents.map(({ path }) => path))];
		const texts = contents.map(({ text }) => text);
		this.deps.limits?.began();
		return this.deps.embed(texts, sources, signal, (wait) => this.#waiting(wait));
	}

	async #saveVectors(batch: Batch, vectors: readonly Float32Array[]): Promise<void> {
		const { contents } = batch;
		await this.deps.saveVectors(contents.map(({ id }, i) => ({ id, vector: vectors[i] ?? new Float32Array() })));
		this.#anyPassed = true;
		if (this.#refusals > 0) this.deps.onWait(undefined);
		this.#refusals = 0;
		this.deps.onKept(contents.length);
		await this.#decide(batch, true);
	}

	/** Applies the wait of one request to all requests; the gateway client retries that request by itself. */
	#waiting(wait: Wait | undefined): void {
		// A pause for a limit that another answer reported is not a refusal.
		if (wait?.cause.reason === "rateLimited" && wait.cause.status !== undefined) this.#rateLimiter.refused(wait.until);
		// The error may concern these texts only, so the other requests continue.
		else if (wait?.cause.status === 500 && wait.cause.retryAfter === undefined) return;
		else if (wait) this.#rateLimiter.pause(wait.until);
		this.deps.onWait(wait);
	}

	/**
	 * Requeues what may still succeed, and records what is refused individually. @throws an error that will not pass by
	 * itself.
	 */
	async #retreat(batch: Batch, error: unknown, signal: AbortSignal): Promise<void> {
		if (signal.aborted || !(error instanceof GatewayError) || asksTooLong(error)) throw error;
		if (this.#waitFor(batch, error)) return;
		const { contents } = batch;
		const isOfContents = error.reason === "contextOverflow" || error.reason === "refused";
		// If a firewall blocks a text, or a model fails because of it, the error looks like missing access or an
		// outage.
		if (!isOfContents || (contents.length === 1 && !this.#anyPassed)) {
			const failure = await this.#healthCheck.ask(signal);
			if (failure && this.#waitFor(batch, failure)) return;
			if (failure) throw error;
			this.#anyPassed = true;
		}
		if (contents.length > 1) {
			this.#undecided++;
			appendAll(this.#again, halvesOf(batch, new FailedBatch(batch, error)));
		} else if (isOfContents || batch.again) {
			await this.deps.refuse(
				contents.map(({ id }) => id),
				error.message,
			);
		} else {
			// The batch may have met an outage that is over by now.
			this.#again.push({ ...batch, again: true });
			return;
		}
		await this.#decide(batch, false);
	}

	/** Schedules a retry for a gateway that is too busy; returns false if it has been too busy for too long. */
	#waitFor(batch: Batch, error: GatewayError): boolean {
		if (error.reason !== "rateLimited") return false;
		const now = this.deps.clock.now();
		const until = now + (error.retryAfter ?? busyPause);
		// Concurrent requests are refused together, which counts as one refusal.
		if (now >= this.#refusedUntil) {
			this.#refusals++;
			this.#refusedUntil = until;
		}
		if (this.#refusals > mostRefusals) return false;
		this.#rateLimiter.refused(until);
		this.deps.onWait({ until, cause: error });
		this.#again.unshift(batch);
		return true;
	}

	/** Records the outcome of a half; if both halves succeeded, only the batch's size was the problem. */
	async #decide({ half }: Batch, passed: boolean): Promise<void> {
		half?.decide(passed);
		if (!half?.decided) return;
		this.#undecided--;
		if (half.halvesPassed) await this.deps.batchSize.tooMany(half);
	}
}
