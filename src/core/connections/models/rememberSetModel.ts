import type { Connection } from "../connection";
import type { ConnectionStore } from "../connectionStore";
import type { ChosenModelStore, ModelUse } from "./chosenModelStore";
import type { ModelCatalog } from "./modelCatalog";

/** The gateways and their cached and chosen models. */
export interface ListedModels {
	readonly connections: Pick<ConnectionStore, "all" | "current">;
	readonly catalog: Pick<ModelCatalog, "cached">;
	readonly store: ChosenModelStore;
}

/**
 * Saves a model from the settings as the choice at every gateway that lists it and has no other choice, so that nothing
 * is lost when the setting is removed, here or by Settings Sync. The gateway in use saves it too if its list is empty,
 * or if no gateway lists the model any more.
 */
export async function rememberSetModel(
	use: ModelUse,
	model: string,
	{ connections, catalog, store }: ListedModels,
): Promise<void> {
	const listing = connections
		.all()
		.filter((connection) => (catalog.cached(connection) ?? []).some(({ id }) => id === model));
	const { current } = connections;
	const listed = current && catalog.cached(current);
	const inUse: readonly Connection[] = listed && (listed.length === 0 || listing.length === 0) ? [current] : [];
	for (const connection of [...listing, ...inUse]) {
		if (!store.get(connection, use)?.own) await store.set(connection, use, model);
	}
}
