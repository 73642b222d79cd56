import { appendAll } from "../../../shared/untrusted/appendAll";
import type { Clock } from "../../base/ports";
import { GatewayError } from "../../wire/gatewayError";
import { asksTooLong, type OnWait, sleep, type Wait } from "../../wire/retry";
import type { MissingContent } from "../model/chunker";
import type { EmbeddedContent } from "../model/vectorSearch";
import { type Batch, FailedBatch, halvesOf } from "./batch";
import type { BatchSize } from "./batchSize";
import { embedLong } from "./embedLong";
import { Pace } from "./pace";
import { Witness } from "./witness";

/** What the queue works with. */
export interface QueueDeps {
	/** Contents that have no vector yet, from an id on. */
	readonly missing: (after: number, limit: number) => Promise<readonly MissingContent[]>;
	readonly embed: EmbedTexts;
	readonly keep: (embedded: readonly EmbeddedContent[]) => Promise<void>;
	/** Notes contents that were refused for themselves. */
	readonly refuse: (ids: readonly number[], cause: string) => Promise<void>;
	readonly batchSize: BatchSize;
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
/** How long to wait where a busy gateway does not say, in milliseconds. */
const busyPause = 20_000;

/** Embeds everything that is missing: many requests at once, at the gateway's own pace. */
export class EmbeddingQueue {
	readonly #pace: Pace;
	readonly #witness: Witness;
	readonly #ready: MissingContent[] = [];
	/** What goes before those that are ready: halves of what failed, and what has to be sent again. */
	readonly #again: Batch[] = [];
	/** How many failed batches have halves of which nobody knows yet. */
	#undecided = 0;
	#after = 0;
	#drained = false;
	#filling = false;
	#refusals = 0;
	/** The end of the last one's pause. */
	#refusedUntil = 0;
	#anyPassed = false;

	constructor(private readonly deps: QueueDeps) {
		this.#pace = new Pace(deps.clock);
		this.#witness = new Witness((text, signal) => deps.embed([text], [], signal, (wait) => this.#waiting(wait)));
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
				if (this.#ready.length + this.#again.length === 0) {
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
			stop.abort();
		}
		await Promise.all(underWay);
		signal.throwIfAborted();
		if (failure) throw failure.error;
	}

	/** Whether more contents must be fetched, while there are still some to go on with. */
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

	/** Whether two contents are to show if several are taken at once. */
	get #untried(): boolean {
		return this.deps.batchSize.unknown && this.#undecided + this.#again.length === 0 && this.#ready.length > 1;
	}

	async #trySeveral(signal: AbortSignal): Promise<void> {
		const pair = { contents: this.#ready.splice(0, 2) };
		try {
			await this.#keep(pair, await this.deps.batchSize.trySeveral(() => this.#embed(pair.contents, signal)));
		} catch (error) {
			await this.#retreat(pair, error, signal);
		}
	}

	/** Waits, but no longer than until it is stopped: then the loop ends by itself. */
	async #rest(wait: number, signal: AbortSignal): Promise<void> {
		await sleep(wait, this.deps.clock, signal).catch(() => {});
	}

	async #send(batch: Batch, signal: AbortSignal): Promise<void> {
		const { contents } = batch;
		const [only] = contents;
		this.#pace.began();
		let passed = false;
		try {
			const vectors =
				contents.length === 1 && only
					? [await embedLong(only.text, async (text) => (await this.#embed([{ ...only, text }], signal))[0])]
					: await this.#embed(contents, signal);
			passed = true;
			await this.#keep(batch, vectors);
			await this.deps.batchSize.passed(contents.length, vectors[0]?.length ?? 0);
		} catch (error) {
			await this.#retreat(batch, error, signal);
		} finally {
			this.#pace.ended(passed);
		}
	}

	#embed(contents: readonly MissingContent[], signal: AbortSignal): Promise<Float32Array[]> {
		const sources = [...new Set(contents.map(({ path }) => path))];
		const texts = contents.map(({ text }) => text);
		return this.deps.embed(texts, sources, signal, (wait) => this.#waiting(wait));
	}

	async #keep(batch: Batch, vectors: readonly Float32Array[]): Promise<void> {
		const { contents } = batch;
		await this.deps.keep(contents.map(({ id }, i) => ({ id, vector: vectors[i] ?? new Float32Array() })));
		this.#anyPassed = true;
		if (this.#refusals > 0) this.deps.onWait(undefined);
		this.#refusals = 0;
		this.deps.onKept(contents.length);
		await this.#decide(batch, true);
	}

	/** What one request is told, all heed: the wire tries it again by itself. */
	#waiting(wait: Wait | undefined): void {
		if (wait?.cause.reason === "rateLimited") this.#pace.refused(wait.until);
		// It may be about these texts alone: the others go on.
		else if (wait?.cause.status === 500 && wait.cause.retryAfter === undefined) return;
		else if (wait) this.#pace.pause(wait.until);
		this.deps.onWait(wait);
	}

	/** Puts back what may still succeed, and notes what is refused for itself. @throws what will not go away by itself. */
	async #retreat(batch: Batch, error: unknown, signal: AbortSignal): Promise<void> {
		if (signal.aborted || !(error instanceof GatewayError) || asksTooLong(error)) throw error;
		if (this.#waitFor(batch, error)) return;
		const { contents } = batch;
		const isTold = error.reason === "contextOverflow" || error.reason === "refused";
		// A firewall, or a model that breaks down under a text, looks like a service that lets nobody in, or is down.
		if (!isTold || (contents.length === 1 && !this.#anyPassed)) {
			const failure = await this.#witness.ask(signal);
			if (failure && this.#waitFor(batch, failure)) return;
			if (failure) throw error;
			this.#anyPassed = true;
		}
		if (contents.length > 1) {
			this.#undecided++;
			appendAll(this.#again, halvesOf(batch, new FailedBatch(batch, error)));
		} else if (isTold || batch.again) {
			await this.deps.refuse(
				contents.map(({ id }) => id),
				error.message,
			);
		} else {
			// It may have met an outage that is over by now.
			this.#again.push({ ...batch, again: true });
			return;
		}
		await this.#decide(batch, false);
	}

	/** Whether a gateway that is too busy may be asked once more after a while. */
	#waitFor(batch: Batch, error: GatewayError): boolean {
		if (error.reason !== "rateLimited") return false;
		const now = this.deps.clock.now();
		const until = now + (error.retryAfter ?? busyPause);
		// Requests that were under way together are refused together: that is once.
		if (now >= this.#refusedUntil) {
			this.#refusals++;
			this.#refusedUntil = until;
		}
		if (this.#refusals > mostRefusals) return false;
		this.#pace.refused(until);
		this.deps.onWait({ until, cause: error });
		this.#again.unshift(batch);
		return true;
	}

	/** It is known what becomes of a half: perhaps the whole failed only for being one. */
	async #decide({ half }: Batch, passed: boolean): Promise<void> {
		half?.decide(passed);
		if (!half?.decided) return;
		this.#undecided--;
		if (half.halvesPassed) await this.deps.batchSize.tooMany(half);
	}
}
