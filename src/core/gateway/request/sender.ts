import type { ModelKind } from "../../../shared/conversation";
import type { Log } from "../../base/ports";
import type { BaseUrl } from "../baseUrl";
import type { Capabilities } from "../capabilities/capabilities";
import { capabilityFromError } from "../capabilities/capabilityFromError";
import type { CapabilityStore } from "../capabilities/capabilityStore";
import type { EffortStore } from "../capabilities/effortStore";
import { loggedError } from "../errors/loggedError";
import { transportError } from "../errors/transportError";
import { GatewayError } from "../gatewayError";
import type { GatewayKey } from "../gatewayKey";
import type { Operation, RequestFacts } from "../ledger/requestLedger";
import { bulkWait } from "../limits/bulkWait";
import type { ReportedLimits } from "../limits/reportedLimits";
import { RequestBudget } from "../requestBudget";
import type { OpenAnswer } from "../response/chatStream";
import { responseError } from "../response/responseError";
import { type OnWait, withRetry } from "../retry";
import { Attempt, type AttemptPorts, extraHeaderFields } from "../transport/attempt";
import { gatewayFetch } from "../transport/gatewayFetch";
import { hasImages } from "./chatBody";
import { requestFallback } from "./requestFallback";
import { knownTemplate, requestTemplate } from "./requestTemplate";

/** The services that every request of this window shares. */
export interface GatewayServices extends AttemptPorts {
	readonly capabilities: CapabilityStore;
	/** The reasoning efforts that the user chose; absent where none can be chosen. */
	readonly efforts?: Pick<EffortStore, "get">;
	readonly limits: ReportedLimits;
	readonly log: Log;
	/** Returns a number from 0 to 1, for the jitter of the back-off. */
	readonly random: () => number;
}

/** When the requests of one gateway's client are retried, where this differs from the default. */
export interface RetryPolicy {
	/** Number of retries of a request after transient failures. */
	readonly retries?: number | undefined;
	/**
	 * If present, a request is retried only where the gateway asks for a delay, of at most this many milliseconds.
	 */
	readonly longestAskedPause?: number;
	/** Is called when a pause before an attempt begins, with the length of the pause in milliseconds. */
	readonly onPause?: (milliseconds: number) => void;
}

/** By operation, the kind of model that cannot perform it: if such a model answers, its recorded kind is wrong. */
const refutedKinds: Readonly<Partial<Record<Operation, ModelKind>>> = { chat: "embedding", embeddings: "chat" };

/** The JSON body of a request. */
type Body = Readonly<Record<string, unknown>>;

/** An operation to send. */
export interface Sending {
	readonly facts: RequestFacts;
	readonly method: "get" | "post";
	/** The path below the base URL. */
	readonly path: string;
	/** Appended to the path; includes the question mark. */
	readonly query?: string;
	/** Builds the body, again when capabilities were learned; absent for a request without one. */
	readonly body?: (can: Capabilities) => Body;
	/** Whether it has reasoning before earlier calls, which is sent only to a model that demands it. */
	readonly hasReasoning?: boolean;
	/** The longest pause before a retry, in milliseconds; an error that asks for more is final. */
	readonly longestPause?: number | undefined;
	/** Whether it belongs to the build of an index, which must leave some of the limit to the user's own requests. */
	readonly isBulk?: boolean;
}

/** Sends a gateway's requests, with retries and corrections where they help. */
export class Sender {
	constructor(
		private readonly base: BaseUrl,
		private readonly key: GatewayKey,
		private readonly gatewayServices: GatewayServices,
		private readonly policy: RetryPolicy,
	) {}

	/**
	 * Sends until there is an answer with a success status; the caller reads its body and ends the attempt.
	 *
	 * @throws GatewayError; the key reader's own error if there is no key.
	 */
	async send(sending: Sending, signal: AbortSignal, onWait?: OnWait): Promise<OpenAnswer> {
		const { capabilities, clock, random, log, limits } = this.gatewayServices;
		const { retries, longestAskedPause, onPause } = this.policy;
		const onlyIfAsked = longestAskedPause !== undefined;
		const onEachWait: OnWait = (wait) => {
			if (wait) onPause?.(wait.until - clock.now());
			onWait?.(wait);
		};
		const { longestPause = longestAskedPause, isBulk = false } = sending;
		const { origin } = this.base;
		const bulk = isBulk
			? { wait: () => bulkWait(origin, this.gatewayServices), began: () => limits.bulkBegan(origin) }
			: undefined;
		const { model, operation } = sending.facts;
		const known = model === undefined ? {} : capabilities.get(this.base.href, model);
		const record = async (learned: Capabilities) => {
			if (model !== undefined) await this.#saveCapability(capabilities.record(this.base.href, model, learned));
		};
		const mistaken = known.kind !== undefined && known.kind === refutedKinds[operation];
		const budget = new RequestBudget(retries);
		let learned: Capabilities = {};
		// For this operation alone: not recorded.
		let assumed: Capabilities = {};
		for (;;) {
			const can = { ...known, ...assumed, ...learned };
			const body = sending.body?.(can);
			const learnFrom = async (error: GatewayError) => {
				const fact = capabilityFromError(error, operation, body, body !== undefined && hasImages(body));
				if (fact && !(fact.effort && can.effort)) await record(fact);
			};
			try {
				const run = () => this.#attempt(sending, body, signal, learnFrom);
				const options = { clock, random, signal, budget, log, longestPause, onlyIfAsked, bulk };
				const answer = await withRetry(run, { ...options, onWait: onEachWait });
				// Learned only on success: if the refusal persists without the field, it was not about the field.
				if (Object.keys(learned).length > 0) await record(learned);
				if (model !== undefined && mistaken)
					await this.#saveCapability(capabilities.unlearn(this.base.href, model, "kind"));
				return answer;
			} catch (error) {
				// A pause that is aborted rejects with the signal's own reason.
				if (signal.aborted && error === signal.reason)
					throw transportError(error, this.base.origin, this.gatewayServices.keys.redact);
				if (!(error instanceof GatewayError)) {
					log.info(`${operation}: not sent, ${loggedError(error)}`);
					throw error;
				}
				const fallback = body && requestFallback(error, body, can, sending.hasReasoning);
				if (!fallback || signal.aborted || !budget.correct()) {
					await learnFrom(error);
					throw error;
				}
				log.debug(`${operation}: sent again, corrected in ${Object.keys(fallback.can).join(", ")}`);
				if (fallback.isGuess) [assumed, learned] = [{ ...assumed, ...learned }, {}];
				learned = { ...learned, ...fallback.can };
			}
		}
	}

	/** Records what an answer showed about a model. */
	recordCapabilities(model: string, learned: Capabilities): void {
		void this.#saveCapability(this.gatewayServices.capabilities.record(this.base.href, model, learned));
	}

	/** Saves a learned capability. A failure must not affect the answer: the capability is learned again. */
	async #saveCapability(change: Promise<void>): Promise<void> {
		try {
			await change;
		} catch (error) {
			this.gatewayServices.log.warn(`A learned model capability cannot be saved: ${loggedError(error)}`);
		}
	}

	/** Reads the key and the extra headers that go with it. */
	async #credentials() {
		const key = await this.key.read();
		return { key, extra: await extraHeaderFields(this.gatewayServices, this.base.origin, key) };
	}

	async #attempt(
		{ facts, method, path, query = "" }: Sending,
		body: Body | undefined,
		signal: AbortSignal,
		learnFrom: NonNullable<OpenAnswer["learnFrom"]>,
	): Promise<OpenAnswer> {
		const { href, origin } = this.base;
		const { key, extra } = await unlessAborted(this.#credentials(), signal);
		const { url: plain, headers } = knownTemplate(href, method, path) ?? (await requestTemplate(href, method, path));
		const url = plain + query;
		const attempt = new Attempt(this.gatewayServices, facts, origin, key, signal, extra);
		const { limits } = this.gatewayServices;
		try {
			signal.throwIfAborted();
			const request = { method, headers, body: body ? JSON.stringify(body) : null };
			const response = await limits.sending(origin, key, kindOf(facts), () => gatewayFetch(attempt, url, request));
			if (!response.ok) throw await responseError(response, attempt.urlOf(response, url), attempt);
			return {
				response,
				attempt,
				learnFrom,
				// Needed for errors only.
				get url() {
					return attempt.urlOf(response, url);
				},
			};
		} catch (thrown) {
			const error = attempt.error(thrown);
			attempt.end(error);
			throw error;
		}
	}
}

/** Rejects with the signal's reason if it is aborted before the promise settles: a locked keyring may never answer. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const leave = () => reject(signal.reason);
		if (signal.aborted) leave();
		signal.addEventListener("abort", leave, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
	});
}

/** Returns the kind of a request for `ReportedLimits`: some gateways limit each model separately. */
function kindOf({ operation, model = "" }: Pick<RequestFacts, "operation" | "model">): string {
	return `${operation} ${model}`;
}
