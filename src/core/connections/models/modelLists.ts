import type { ModelInfo, ModelKind } from "../../../shared/conversation";
import type { StateStore } from "../../base/ports";
import type { Capabilities } from "../../gateway/capabilities/capabilities";
import type { CapabilityStore } from "../../gateway/capabilities/capabilityStore";
import type { Connection } from "../connection";

/** A gateway's list of models, and when it was received, in milliseconds since the epoch. */
export interface SavedModels {
	readonly at: number;
	readonly models: readonly ModelInfo[];
}

/** The prefix of the state key of a gateway's {@link SavedModels}. */
export const savedModelsPrefix = "gatehouse.models:";

/** Returns a gateway's list as it was saved; `undefined` when the gateway was never asked. */
export function savedModels(state: StateStore, { base }: Connection): SavedModels | undefined {
	const value = state.get(savedModelsPrefix + base.href);
	const fits =
		typeof value === "object" && value !== null && "at" in value && "models" in value && Array.isArray(value.models);
	return fits ? (value as SavedModels) : undefined;
}

/** Returns a gateway's saved models with what was learned of them; `undefined` when the gateway was never asked. */
export function cachedModels(
	state: StateStore,
	capabilities: Pick<CapabilityStore, "get">,
	connection: Connection,
): readonly ModelInfo[] | undefined {
	return savedModels(state, connection)?.models.map((model) =>
		withLearned(model, capabilities.get(connection.base.href, model.id)),
	);
}

/**
 * Applies learned capabilities: a kind learned from a refusal takes precedence over the guess, and a learned context
 * length over a longer one in the list.
 */
export function withLearned(model: ModelInfo, { kind, contextLength, images, effort }: Capabilities): ModelInfo {
	const { effort: reported, contextLength: listedLength, ...listed } = model;
	const field = effort ?? reported;
	const length = Math.min(contextLength ?? Number.POSITIVE_INFINITY, listedLength ?? Number.POSITIVE_INFINITY);
	return {
		...listed,
		...(length === Number.POSITIVE_INFINITY ? {} : { contextLength: length }),
		...(field === undefined || field === "refused" ? {} : { effort: field }),
		...(kind ? { kind } : {}),
		...(images === undefined ? {} : { images }),
	};
}

/** Returns the models that can be used for chat, including those of unknown kind. */
export function chatModels(models: readonly ModelInfo[]): readonly ModelInfo[] {
	return ofKinds(models, ["chat", "unknown"]);
}

/** Returns the models of some kinds, those of the first kind first. */
export function ofKinds(models: readonly ModelInfo[], kinds: readonly ModelKind[]): readonly ModelInfo[] {
	return kinds.flatMap((wanted) => models.filter(({ kind }) => kind === wanted));
}
