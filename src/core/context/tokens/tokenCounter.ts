import { ownField } from "../../../shared/untrusted/ownField";
import { Emitter, type Event } from "../../base/event";
import type { StateStore } from "../../base/ports";
import type { RequestMessage } from "../../gateway/gateway";
import { messageTokens, textTokens } from "./tokenEstimate";

const keyPrefix = "gatehouse.tokens:";
/**
 * Weight of the older counts relative to the newest, so that a new tokenizer behind the same name is soon accounted
 * for.
 */
const aging = 0.5;
/**
 * Estimated tokens of a request that corrects by half. A gateway may add a prompt of its own to each request: of a
 * short question's count, this is the greater part.
 */
const halfTrusted = 600;
/** The weight from which the counts decide a figure more than the estimate does. */
const decisive = 0.5;
/** Bounds of the correction: a tokenizer that differs more is unknown. */
const [leastFactor, mostFactor] = [0.25, 4];

/**
 * The gateway's counts for recent questions, and the estimates for the same questions, both weighted by age and length.
 */
interface Learned {
	readonly counted: number;
	readonly estimated: number;
}

/** Counts tokens for one model: an estimate, corrected by the gateway's counts of earlier questions. */
export interface TokenCounter {
	/**
	 * Whether the gateway's counts decide the figures. False while it has counted nothing yet, or only questions so short
	 * that they hardly correct the estimate.
	 */
	readonly corrected: boolean;
	ofText(text: string): number;
	/** @param hasReasoning whether the reasoning before tool calls is sent, too. */
	ofMessages(messages: readonly RequestMessage[], hasReasoning?: boolean): number;
	/** Corrects the estimates by the gateway's count for these messages (`usage.prompt_tokens`). */
	correct(messages: readonly RequestMessage[], promptTokens: number): Promise<void>;
}

/** The token counters of all models; each model's corrections are persisted. */
export class TokenCounters {
	readonly #onDidLearn = new Emitter<void>();
	readonly onDidLearn: Event<void> = this.#onDidLearn.event;

	constructor(private readonly state: StateStore) {}

	/** Returns the counter for a model. @param gateway the base URL's `href`. */
	for(gateway: string, model: string): TokenCounter {
		const learned = () => ownField(this.#all(gateway), model);
		const corrected = (estimate: number) => {
			const known = learned();
			return known ? Math.round(estimate * factorOf(known)) : estimate;
		};
		return {
			get corrected() {
				const known = learned();
				return known !== undefined && trustIn(known.estimated) >= decisive;
			},
			ofText: (text) => corrected(textTokens(text)),
			ofMessages: (messages, hasReasoning) => corrected(messageTokens(messages, hasReasoning)),
			correct: async (messages, promptTokens) => {
				// The cost of an image depends on its size: it would distort the correction for text.
				if (messages.some(({ content }) => typeof content !== "string")) return;
				const estimated = messageTokens(messages);
				if (!isCount(promptTokens) || !isCount(estimated)) return;
				const before = learned() ?? { counted: 0, estimated: 0 };
				const weight = trustIn(estimated);
				const kept = 1 - weight * aging;
				const after: Learned = {
					counted: before.counted * kept + promptTokens * weight,
					estimated: before.estimated * kept + estimated * weight,
				};
				await this.state.set(keyPrefix + gateway, { ...this.#all(gateway), [model]: after });
				this.#onDidLearn.fire();
			},
		};
	}

	#all(gateway: string): Readonly<Record<string, Learned>> {
		const value = this.state.get(keyPrefix + gateway);
		if (typeof value !== "object" || value === null) return {};
		return Object.fromEntries(Object.entries(value).filter(([, learned]) => isLearned(learned)));
	}
}

/** Returns the weight, from 0 to 1, of counts for requests of this estimated length. */
function trustIn(estimated: number): number {
	const length = estimated / halfTrusted;
	return 1 - 1 / (1 + length * length);
}

/** Returns the factor that corrects an estimate. */
function factorOf({ counted, estimated }: Learned): number {
	const ratio = Math.min(mostFactor, Math.max(leastFactor, counted / estimated));
	return 1 + (ratio - 1) * trustIn(estimated);
}

function isLearned(value: unknown): value is Learned {
	if (typeof value !== "object" || value === null) return false;
	const { counted, estimated } = value as Record<string, unknown>;
	return isCount(counted) && isCount(estimated);
}

function isCount(value: unknown): value is number {
	return typeof value === "number" && Number.isFinite(value) && value > 0;
}
