import type { ModelInfo } from "../../../shared/conversation";
import { type InertText, inertId } from "../../../shared/untrusted/inertText";
import type { StateStore } from "../../base/ports";
import { CapabilityStore } from "../../gateway/capabilities/capabilityStore";
import { type Connection, connectionsOf, type GatewayEntry, type KeyFacts, keyFactsPrefix } from "../connection";
import { ChosenModelStore } from "./chosenModelStore";
import { cachedModels, chatModels } from "./modelLists";

/** A chat model as it is offered to VS Code and other extensions. */
export interface ProvidedModel {
	/** Unique among all gateways' models, and the same in every window. */
	readonly id: InertText;
	readonly model: ModelInfo;
	readonly connection: Connection;
	/** Whether VS Code's model picker shows it. */
	readonly isPicked: boolean;
	/** Maximum number of tokens for messages, and for an answer. */
	readonly maxInputTokens: number;
	readonly maxOutputTokens: number;
	readonly toolCalling: boolean;
	readonly imageInput: boolean;
	/** The facts about the key of its gateway; absent if there is none. */
	readonly keyFacts?: KeyFacts;
}

/** Number of models up to which VS Code's picker shows all models of a gateway. */
const mostPicked = 20;
/** Context length of a model whose own is unknown, in tokens. */
const usualContext = 32_768;
/**
 * Tokens of the context that are kept free for an answer where the model's own maximum is unknown, or leaves less than
 * half of the context for messages; a quarter of the context if that is less.
 */
const usualOutput = 8_192;
const usedPrefix = "gatehouse.usedModels:";
/** Number of models that are remembered as used, per gateway. */
const mostUsed = 50;

/**
 * The chat models of all connected gateways, from the cached lists alone: they are requested several times a second, in
 * every window, and must load nothing.
 */
export class ProvidedModels {
	readonly #capabilities: CapabilityStore;
	readonly #chosen: ChosenModelStore;

	constructor(
		private readonly entries: () => readonly GatewayEntry[],
		private readonly state: StateStore,
	) {
		this.#capabilities = new CapabilityStore(state);
		this.#chosen = new ChosenModelStore(state);
	}

	/** Returns every gateway's models, each id once. */
	list(): readonly ProvidedModel[] {
		const models = new Map<string, ProvidedModel>();
		for (const connection of connectionsOf(this.entries()))
			for (const model of this.#of(connection)) if (!models.has(model.id)) models.set(model.id, model);
		return [...models.values()];
	}

	/** Remembers that a model was used, so that VS Code's picker shows it. @returns whether that is new. */
	async use({ base }: Connection, model: string): Promise<boolean> {
		const used = this.#used(base.href);
		if (used[0] === model) return false;
		const others = used.filter((other) => other !== model);
		await this.state.set(usedPrefix + base.href, [model, ...others].slice(0, mostUsed));
		return true;
	}

	#of(connection: Connection): ProvidedModel[] {
		const { base } = connection;
		const models = chatModels(cachedModels(this.state, this.#capabilities, connection) ?? []);
		const used = new Set([...this.#used(base.href), this.#chosen.get(connection, "chat")?.model]);
		const keyFacts = this.state.get(keyFactsPrefix + base.origin);
		return models.map((model) => {
			const { contextLength: learned, maxOutput, toolRung } = this.#capabilities.get(base.href, model.id);
			const context = Math.min(model.contextLength ?? learned ?? usualContext, learned ?? Number.POSITIVE_INFINITY);
			const usual = Math.max(1, Math.min(usualOutput, Math.floor(context / 4)));
			const maxOutputTokens = Math.max(1, Math.min(maxOutput ?? model.maxOutput ?? usual, context));
			return {
				id: inertId(`${model.id}@${base.href}`),
				model,
				connection,
				isPicked: models.length <= mostPicked || used.has(model.id),
				maxInputTokens: Math.max(1, context - (maxOutputTokens <= context / 2 ? maxOutputTokens : usual)),
				maxOutputTokens,
				// VS Code's agent leaves out models without tools. A model about which nothing is known is offered there:
				// the ladder finds out how it calls tools, if necessary in its text (docs/gateway-quirks.md#tool-calls).
				toolCalling: toolRung !== undefined || model.tools !== false,
				imageInput: model.images === true,
				...(isKeyFacts(keyFacts) ? { keyFacts } : {}),
			};
		});
	}

	#used(href: string): readonly string[] {
		const used = this.state.get(usedPrefix + href);
		return Array.isArray(used) ? used.filter((id) => typeof id === "string") : [];
	}
}

function isKeyFacts(value: unknown): value is KeyFacts {
	return typeof value === "object" && value !== null && "addedAt" in value;
}
