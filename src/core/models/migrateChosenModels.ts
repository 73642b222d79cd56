import type { StateStore } from "../base/ports";
import type { ConnectionStore } from "../connections/connectionStore";
import { type ChosenModelStore, type ModelUse, modelUses } from "./chosenModelStore";
import type { ModelCatalog } from "./modelCatalog";

/** The user's own values of the settings that earlier versions kept the chosen models in; never a workspace's. */
export interface UserModelSettings {
	/** Empty: not set. */
	userModel(use: ModelUse): string;
	removeUserModel(use: ModelUse): Promise<void>;
}

interface MigrationDeps {
	readonly state: StateStore;
	readonly connections: Pick<ConnectionStore, "current">;
	readonly catalog: Pick<ModelCatalog, "cached">;
	readonly store: ChosenModelStore;
	readonly settings: UserModelSettings;
}

/** Set once the migration has been done. */
const doneKey = "gatehouse.chosenModelsMigrated";

/**
 * Moves the models that Switch Model… and the index wrote into the user's settings up to version 0.1 to the gateway in use.
 * Where no gateway was ever connected, nobody has chosen there: then a setting is the user's own, and stays.
 */
export async function migrateChosenModels({
	state,
	connections,
	catalog,
	store,
	settings,
}: MigrationDeps): Promise<void> {
	if (state.get(doneKey) === true) return;
	const { current } = connections;
	if (current && catalog.cached(current)) {
		for (const use of modelUses) {
			const model = settings.userModel(use);
			if (!model) continue;
			// First what must not be lost; another window may have done it already.
			if (!store.get(current, use)?.own) await store.set(current, use, model);
			await settings.removeUserModel(use);
		}
	}
	await state.set(doneKey, true);
}
