import type { ModelInfo } from "../../shared/conversation";
import type { Clock, ProxyFinding } from "../base/ports";
import { firstChatModel } from "../connections/models/offeredModels";
import type { BaseUrl } from "../gateway/baseUrl";
import { createGateway } from "../gateway/client";
import type { Gateway } from "../gateway/gateway";
import { GatewayError } from "../gateway/gatewayError";
import { type ProbeAnswer, probeRequest } from "../gateway/request/probeRequest";
import type { GatewayServices, RetryPolicy } from "../gateway/request/sender";
import { sleep } from "../gateway/retry";
import { CountingLedger } from "./countingLedger";
import type { DoctorDeps } from "./doctorDeps";

/** The longest delay that a gateway may ask for in a check, in milliseconds; a longer one makes the check fail. */
export const longestAskedPause = 10_000;

/** Returns the delay that a gateway asks for if it is short; `undefined` where waiting does not help. */
function askedPause(error: GatewayError | undefined): number | undefined {
	const { transient = false, retryAfter = 0 } = error ?? {};
	return transient && retryAfter > 0 && retryAfter <= longestAskedPause ? retryAfter : undefined;
}

/** The outcome of the first request: an answer of any kind, or the error if there was none. */
type FirstAnswer =
	| { readonly answer: ProbeAnswer; readonly error?: never }
	| { readonly answer?: never; readonly error: GatewayError };

/** The state that the checks of one run share: earlier findings, and the requests, which are counted. */
export class DoctorContext {
	readonly clock: Clock;
	proxy: ProxyFinding = { type: "unknown" };
	/** Whether this computer reaches the gateway without a proxy. */
	direct = false;
	models: readonly ModelInfo[] = [];
	/** The address as given, which is tried if no gateway answers at {@link base}. */
	otherwise: BaseUrl | undefined;
	/** Total delay that the gateway has asked for so far, in milliseconds; a step has this time besides its limit. */
	paused = 0;
	#base: BaseUrl | undefined;
	#first: FirstAnswer | undefined;
	#asking: Promise<FirstAnswer> | undefined;

	readonly #ledger: CountingLedger;
	readonly #gatewayServices: GatewayServices;
	readonly #policy: RetryPolicy;

	/** @param cancelling is aborted when the user cancels the run. */
	constructor(
		readonly deps: DoctorDeps,
		private readonly cancelling: AbortSignal,
	) {
		const { gatewayServices } = deps;
		this.clock = gatewayServices.clock;
		this.#ledger = new CountingLedger(gatewayServices.clock, gatewayServices.ledger);
		this.#gatewayServices = { ...gatewayServices, ledger: this.#ledger };
		// A request fails at once instead of being retried after a back-off, because the doctor needs its cause. It is
		// retried only after a short delay that the gateway asks for, and only once.
		const onPause = (milliseconds: number) => {
			this.paused += milliseconds;
		};
		this.#policy = { retries: 1, longestAskedPause, onPause };
	}

	/** The number of requests that were made to the gateway. */
	get requests(): number {
		return this.#ledger.count;
	}

	/** The gateway's address; known to every check except the first. */
	get base(): BaseUrl {
		if (!this.#base) throw new Error("The address is not known yet.");
		return this.#base;
	}

	set base(base: BaseUrl) {
		this.#base = base;
	}

	/** Switches to an address at which a gateway answered; all later checks use it. */
	moveTo(base: BaseUrl, answer: ProbeAnswer): void {
		this.#base = base;
		this.#first = { answer };
	}

	/** The parts of the address; the port is the default one if the address has none. */
	get target(): { readonly host: string; readonly port: number; readonly secure: boolean } {
		const { hostname, port, protocol } = new URL(this.base.href);
		const secure = protocol === "https:";
		return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (secure ? 443 : 80), secure };
	}

	/** The model for the checks of chat. */
	get chatModel(): string | undefined {
		const { model } = this.deps;
		return model || firstChatModel(this.models)?.id;
	}

	/** The answer to the request for the list of models, if it was made. */
	get answered(): ProbeAnswer | undefined {
		return this.#first?.answer;
	}

	/**
	 * Returns the answer to the request for the list of models, which is made once: the checks of the name, the
	 * certificate, the base address, the key, the models and the clock all use it.
	 */
	async firstAnswer(signal: AbortSignal): Promise<FirstAnswer> {
		if (this.#first) return this.#first;
		// The step that began the request may have ended when the user cancels.
		this.#asking ??= this.#askFirst(AbortSignal.any([signal, this.cancelling])).finally(() => {
			this.#asking = undefined;
		});
		return this.#asking;
	}

	/** Sends one raw request to one of the gateway's addresses; with a body, it is a POST. */
	async ask(url: string, body: unknown, signal: AbortSignal): Promise<ProbeAnswer> {
		const key = await this.#key();
		const request = { base: this.base, key, url, ...(body === undefined ? {} : { body }) };
		const answer = await probeRequest(request, this.#gatewayServices, signal);
		const pause = askedPause(answer.error);
		if (pause === undefined) return answer;
		this.#gatewayServices.log.info(`check: sent again in ${Math.ceil(pause / 1000)} s, as the gateway asks`);
		this.paused += pause;
		await sleep(pause, this.clock, signal);
		return probeRequest(request, this.#gatewayServices, signal);
	}

	/** Returns the gateway's operations as the rest of Gatehouse uses them, but with the retry policy of a check. */
	gateway(): Gateway {
		return createGateway(this.base, { read: () => this.#key() }, this.#gatewayServices, this.#policy);
	}

	/** Returns the key, or an empty string: the gateway's answer to a missing key is then the result. */
	async #key(): Promise<string> {
		return (await this.deps.readKey()) ?? "";
	}

	async #askFirst(signal: AbortSignal): Promise<FirstAnswer> {
		try {
			this.#first = { answer: await this.ask(`${this.base.href}/models`, undefined, signal) };
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof GatewayError)) throw error;
			this.#first = { error };
		}
		return this.#first;
	}
}
