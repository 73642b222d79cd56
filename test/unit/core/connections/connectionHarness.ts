import { Emitter } from "../../../../src/core/base/event";
import type { GatewayEntry } from "../../../../src/core/connections/connection";
import { ConnectionStore } from "../../../../src/core/connections/connectionStore";
import { KeyStore } from "../../../../src/core/connections/keyStore";
import { ChosenModelStore, type ModelUse } from "../../../../src/core/connections/models/chosenModelStore";
import { ModelCatalog } from "../../../../src/core/connections/models/modelCatalog";
import { ModelChoice } from "../../../../src/core/connections/models/modelChoice";
import { ProvidedModels } from "../../../../src/core/connections/models/providedModels";
import { CapabilityStore } from "../../../../src/core/gateway/capabilities/capabilityStore";
import { opener } from "../gateway/gatewayHarness";
import { manualClock, memoryLogChannel, memorySecrets, memoryState } from "../memoryPorts";

/** Creates everything about gateways with ports in memory; another window shares the `state`. */
export function connectionsOver(entries: readonly GatewayEntry[] = [], state = memoryState(), open = opener()) {
	let list = entries;
	const changed = new Emitter<void>();
	const gateways = {
		read: () => list,
		write: async (next: readonly GatewayEntry[]) => {
			list = next;
			changed.fire();
		},
		onDidChange: changed.event,
	};
	const clock = manualClock();
	const log = memoryLogChannel();
	const secrets = memorySecrets();
	const keys = new KeyStore(secrets, state);
	const connections = new ConnectionStore(gateways, keys, state, clock, log, open);
	const capabilities = new CapabilityStore(state);
	const catalog = new ModelCatalog(state, clock, (connection) => connections.open(connection), capabilities);
	const settingsChanged = new Emitter<void>();
	/** The user's model settings, which a test may write. */
	const settings = {
		model: "",
		embeddingModel: "",
		onDidChangeModel: settingsChanged.event,
		onDidChangeEmbeddingModel: settingsChanged.event,
		userModel: (use: ModelUse) => (use === "chat" ? settings.model : settings.embeddingModel),
		removeUserModel: async (use: ModelUse) => {
			settings[use === "chat" ? "model" : "embeddingModel"] = "";
			settingsChanged.fire();
		},
	};
	const chosenModels = new ChosenModelStore(state);
	const models = new ModelChoice(
		settings,
		chosenModels,
		catalog,
		connections,
		new ProvidedModels(gateways.read, state),
	);
	/** Changes the setting as a user does by hand. */
	const edit = (next: readonly GatewayEntry[]) => {
		list = next;
		changed.fire();
	};
	return {
		connections,
		keys,
		secrets,
		state,
		log,
		clock,
		catalog,
		models,
		chosenModels,
		settings,
		open,
		edit,
		capabilities,
		entries: () => list,
	};
}
