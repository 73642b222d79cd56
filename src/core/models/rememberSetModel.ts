import type { Connection } from "../connections/connection";
import type { ConnectionStore } from "../connections/connectionStore";
import type { ChosenModelStore, ModelUse } from "./chosenModelStore";
import type { ModelCatalog } from "./modelCatalog";

/** The gateways, and what is kept of their models. */
export interface ListedModels {
	readonly connections: Pick<ConnectionStore, "all" | "current">;
	readonly catalog: Pick<ModelCatalog, "cached">;
	readonly store: ChosenModelStore;
}

/**
 * Remembers a model of the settings at every gateway that lists it and where nothing else was chosen, so that nothing is lost
 * when the setting goes, here or by Settings Sync. The gateway in use keeps it, too, where its list is empty, or where no
 * gateway lists the model any more.
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
