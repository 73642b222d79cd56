import type { StateStore } from "../../base/ports";
import { modelUses } from "./chosenModelStore";
import type { ModelSettings } from "./modelChoice";
import { type ListedModels, rememberSetModel } from "./rememberSetModel";

interface MigrationDeps extends ListedModels {
	readonly state: StateStore;
	readonly settings: Pick<ModelSettings, "userModel">;
}

/** Set once the migration is done. */
const doneKey = "gatehouse.chosenModelsMigrated";

/**
 * Migrates the models that Select Model and the index, up to version 0.1, wrote into the user's settings: they become
 * the gateways' chosen models. The settings remain until the user chooses another model.
 */
export async function migrateChosenModels({ state, settings, ...known }: MigrationDeps): Promise<void> {
	if (state.get(doneKey) === true) return;
	for (const use of modelUses) {
		const model = settings.userModel(use);
		if (model) await rememberSetModel(use, model, known);
	}
	await state.set(doneKey, true);
}
