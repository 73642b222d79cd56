import { Disposables } from "../core/base/disposables";
import { KeyActions } from "../vscode/connections/keyActions";
import { registerModels } from "../vscode/connections/models/registerModels";
import { registerConnections } from "../vscode/connections/registerConnections";
import { registerKeys } from "../vscode/connections/registerKeys";
import type { ConnectionServices } from "./connectionServices";
import type { HostServices } from "./hostServices";

/** The features for gateways, their keys and their models. */
export type ConnectionFeatures = ReturnType<typeof registerConnectionFeatures>;

export function registerConnectionFeatures(host: HostServices, gateways: ConnectionServices) {
	const { commands, clock, log } = host;
	const { openGateway, connections, keys, headers, catalog, models } = gateways;
	const keyActions = new KeyActions({ openGateway, connections, keys, headers, catalog, models, clock });
	const disposables = new Disposables();
	const { confirmCurrent, openLink } = disposables.add(
		registerConnections({ commands, clock, gateways, keyActions, log }),
	);
	const { remind } = disposables.add(registerKeys({ commands, gateways, keyActions }));
	const { notifyVanished } = disposables.add(registerModels({ commands, gateways, keyActions }));
	host.own(disposables);
	return { confirmCurrent, openLink, remind, notifyVanished };
}
