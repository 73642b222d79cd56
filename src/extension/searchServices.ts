import { LazySearch } from "../vscode/search/lazySearch";
import type { ConnectionServices } from "./connectionServices";
import type { HostServices } from "./hostServices";

/** Creates the search of this window; its code is loaded on first use. */
export function createSearch(host: HostServices, gateways: ConnectionServices): LazySearch {
	const { clock, log, commands, settings, globalStorageUri, extensionUri } = host;
	const { connections, keys, catalog, models, capabilities } = gateways;
	const onError = (error: unknown) => void commands.show(error);
	const search = new LazySearch({
		connections,
		keys,
		catalog,
		models,
		capabilities,
		settings,
		clock,
		log,
		limits: gateways.gatewayServices.limits,
		onError,
		globalStorageUri,
		extensionUri,
	});
	host.own(search);
	return search;
}
