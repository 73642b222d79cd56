import type { Clock } from "../base/ports";
import { GatewayError } from "../wire/gatewayError";
import { type OnWait, sleep, type Wait } from "../wire/retry";
import type { BatchSize } from "./batchSize";
import { embedLong } from "./embedLong";
import type { EmbeddedContent, MissingContent } from "./indexStore";
import { Pace } from "./pace";

/** What the queue works with. */
export interface QueueDeps {
	/** Contents that have no vector yet, from an id on. */
	readonly missing: (after: number, limit: number) => Promise<readonly MissingContent[]>;
	readonly embed: EmbedTexts;
	readonly keep: (embedded: readonly EmbeddedContent[]) => Promise<void>;
	/** Notes contents that were refused for themselves. */
	readonly refuse: (ids: readonly number[], cause: string) => Promise<void>;
	readonly batch: BatchSize;
	/** Whether the gateway has embedded others with this model before. */
	readonly proven: boolean;
	readonly clock: Clock;
	/** Told after each batch that was kept. */
	readonly onKept: (count: number) => void;
	/** Told when the gateway wants us to wait, and with `undefined` when it goes on. */
	readonly onWait: OnWait;
}

/** The gateway's own operation, for one model. */
export type EmbedTexts = (
	texts: readonly string[],
	sources: readonly string[],
	signal: AbortSignal,
	onWait: OnWait,
) => Promise<Float32Array[]>;

/** So many contents are held ready: several of the largest batches, for the store may be busy when the next are fetched. */
const held = 512;
/** So often the gateway may say that it is too busy, with nothing going through in between. */
const mostRefusals = 6;
/** So many contents refused before any has passed mean that the gateway refuses all. */
const mostFirstRefused = 10;
/** How long to wait where a busy gateway does not say, in milliseconds. */
const busyPause = 20_000;

/** Embeds everything that is missing: many requests at once, at the gateway's own pace. */
export class EmbeddingQueue {
	readonly #pace: Pace;
	readonly #ready: MissingContent[] = [];
	/** Texts that were refused in company: each is sent by itself, to see which it was. */
	readonly #alone: MissingContent[] = [];
	/** Of two that were refused together: who has not passed alone yet. Empty when one was refused alone, too: that explains it. */
	readonly #suspects = new Set<number>();
	/** Contents refused for themselves that are not noted yet: while nothing has passed, perhaps all are refused. */
	readonly #refused: MissingContent[] = [];
	#refusal: GatewayError | undefined;
	#after = 0;
	#drained = false;
	#filling = false;
	#refusals = 0;
	#anyPassed = false;

	constructor(private readonly deps: QueueDeps) {
		this.#pace = new Pace(deps.clock);
	}

	/**
	 * Runs until nothing is missing. What was kept stays kept, however this ends.
	 *
	 * @throws GatewayError that no waiting helps against; what `keep` throws; the signal's reason.
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
				const wait = this.#pace.wait;
				if (this.#ready.length + this.#alone.length === 0) {
					if (underWay.size === 0) break;
					await Promise.race(underWay);
				} else if (wait === undefined) await Promise.race(underWay);
				else if (wait > 0) await Promise.race([...underWay, this.#rest(wait, both)]);
				else if (this.#untried) await this.#trySeveral(both);
				else follow(this.#send(this.#take(), both));
			}
		} catch (error) {
			// What was stopped for another's failure is no failure of its own.
			failure ??= { error };
		}
		await Promise.all(underWay);
		signal.throwIfAborted();
		if (failure) throw failure.error;
		if (this.#refusal && this.#refused.length > 0 && !this.deps.proven) throw this.#refusal;
		await this.#noteRefused();
	}

	/** Whether more contents must be fetched, while there are still some to go on with. */
	get #isLow(): boolean {
		return !this.#drained && !this.#filling && this.#ready.length < held / 2;
	}

	async #fill(): Promise<void> {
		this.#filling = true;
		const more = await this.deps.missing(this.#after, held);
		this.#ready.push(...more);
		this.#after = more.at(-1)?.id ?? this.#after;
		this.#drained = more.length < held;
		this.#filling = false;
	}

	#take(): readonly MissingContent[] {
		const [single] = this.#alone.splice(0, 1);
		return single ? [single] : this.#ready.splice(0, this.deps.batch.current);
	}

	/** Whether two contents are to show if several are taken at once. */
	get #untried(): boolean {
		return this.deps.batch.unknown && this.#suspects.size + this.#alone.length === 0 && this.#ready.length > 1;
	}

	async #trySeveral(signal: AbortSignal): Promise<void> {
		const pair = this.#ready.splice(0, 2);
		try {
			const vectors = await this.deps.batch.trySeveral(() => this.#embed(pair, signal));
			if (vectors) return await this.#keep(pair, vectors);
			this.#alone.push(...pair);
			for (const { id } of pair) this.#suspects.add(id);
		} catch (error) {
			if (signal.aborted) throw error;
			await this.#retreat(pair, error);
		}
	}

	/** Waits, but no longer than until it is stopped: then the loop ends by itself. */
	async #rest(wait: number, signal: AbortSignal): Promise<void> {
		await sleep(wait, this.deps.clock, signal).catch(() => {});
	}

	async #send(batch: readonly MissingContent[], signal: AbortSignal): Promise<void> {
		this.#pace.began();
		let passed = false;
		try {
			const [only] = batch;
			const vectors =
				batch.length === 1 && only
					? [await embedLong(only.text, async (text) => (await this.#embed([{ ...only, text }], signal))[0])]
					: await this.#embed(batch, signal);
			passed = true;
			await this.#keep(batch, vectors);
			if (only && this.#suspects.delete(only.id) && this.#suspects.size === 0) await this.deps.batch.onlyOne();
			await this.deps.batch.passed(batch.length, vectors[0]?.length ?? 0);
		} catch (error) {
			if (signal.aborted) throw error;
			await this.#retreat(batch, error);
		} finally {
			this.#pace.ended(passed);
		}
	}

	#embed(batch: readonly MissingContent[], signal: AbortSignal): Promise<Float32Array[]> {
		const sources = [...new Set(batch.map(({ path }) => path))];
		const texts = batch.map(({ text }) => text);
		return this.deps.embed(texts, sources, signal, (wait) => this.#waiting(wait));
	}

	async #keep(batch: readonly MissingContent[], vectors: readonly Float32Array[]): Promise<void> {
		await this.deps.keep(batch.map(({ id }, i) => ({ id, vector: vectors[i] ?? new Float32Array() })));
		this.#anyPassed = true;
		await this.#noteRefused();
		if (this.#refusals > 0) this.deps.onWait(undefined);
		this.#refusals = 0;
		this.deps.onKept(batch.length);
	}

	/** What one request is told, all heed: the wire tries it again by itself. */
	#waiting(wait: Wait | undefined): void {
		if (wait?.cause.reason === "rateLimited") this.#pace.refused(wait.until);
		else if (wait) this.#pace.pause(wait.until);
		this.deps.onWait(wait);
	}

	/** Puts back what may still succeed. @throws what will not go away by itself. */
	async #retreat(batch: readonly MissingContent[], error: unknown): Promise<void> {
		if (!(error instanceof GatewayError)) throw error;
		if (error.reason === "rateLimited" && ++this.#refusals <= mostRefusals) {
			const until = this.deps.clock.now() + (error.retryAfter ?? busyPause);
			this.#pace.refused(until);
			this.deps.onWait({ until, cause: error });
			this.#ready.unshift(...batch);
			return;
		}
		// Not the service, but what was sent: one text of a batch, or this one.
		if (error.reason !== "contextOverflow" && error.reason !== "refused") throw error;
		if (batch.length > 1) {
			this.#alone.push(...batch);
			return;
		}
		this.#suspects.clear();
		this.#refusal = error;
		this.#refused.push(...batch);
		if (this.#anyPassed) await this.#noteRefused();
		else if (this.#refused.length >= mostFirstRefused) throw error;
	}

	/** The gateway takes others: these were refused for themselves. */
	async #noteRefused(): Promise<void> {
		const ids = this.#refused.splice(0).map(({ id }) => id);
		if (ids.length > 0 && this.#refusal) await this.deps.refuse(ids, this.#refusal.message);
	}
}
