import { lazy } from "../core/base/lazy";
import type { ConnectionServices } from "./connectionServices";
import type { HostServices } from "./hostServices";

/** The features, each loaded on first use. If loading one fails, that use fails, and the next use tries again. */
export type Features = ReturnType<typeof createFeatures>["features"];

/** Creates the services and the features of a window without loading any of them yet. */
export function createFeatures(host: HostServices) {
	const { commands, settings, workspaceState, version } = host;
	const gateways = lazy(async (): Promise<ConnectionServices> => {
		const { createConnectionServices } = await import("./connectionServices");
		const services = createConnectionServices(host, () => features.connections());
		const { catalog, keys, models } = services;
		// The list itself follows the setting with the gateways, and does not depend on which of them is in use.
		host.languageModels.follow([catalog.onDidChange, keys.onDidChange, models.onDidChange]);
		return services;
	});
	const search = lazy(async () => {
		const [{ createSearch }, services] = await Promise.all([import("./searchServices"), gateways()]);
		return createSearch(host, services);
	});
	const chat = lazy(async () => {
		const [{ registerChatFeatures }, services] = await Promise.all([import("./chatFeatures"), gateways()]);
		return registerChatFeatures(host, services, await search());
	});
	const features = {
		window: lazy(async () => {
			const { registerWindowCommands } = await import("../vscode/registerWindowCommands");
			host.own(registerWindowCommands(commands, host.channel));
		}),
		connections: lazy(async () => {
			const [loaded, services] = await Promise.all([import("./connectionFeatures"), gateways()]);
			return loaded.registerConnectionFeatures(host, services);
		}),
		requests: lazy(async () => {
			const [loaded, services] = await Promise.all([import("../vscode/connections/registerRequests"), gateways()]);
			host.own(loaded.registerRequests({ commands, clock: host.clock, gateways: services }));
		}),
		doctor: lazy(async () => {
			const [{ registerDoctor }, { networkProbe }, { httpSettings }, services] = await Promise.all([
				import("../vscode/doctor/registerDoctor"),
				import("../vscode/adapters/networkProbe"),
				import("../vscode/workspace/vscodeSettings"),
				gateways(),
			]);
			const probe = networkProbe(httpSettings, process.env);
			const documents = async () => (await chat()).chat.documents;
			host.own(
				registerDoctor({
					commands,
					gateways: services,
					settings,
					probe,
					version,
					documents,
					showLogBeside: host.showLogBeside,
				}),
			);
		}),
		chat,
		languageModels: lazy(async () => {
			const [{ LanguageModelProvider }, { connections }] = await Promise.all([
				import("../vscode/languageModels/languageModelProvider"),
				gateways(),
			]);
			const { languageModels: list, providedModels: models, globalState, clock, log } = host;
			return new LanguageModelProvider({ list, models, connections, globalState, clock, log });
		}),
		completions: lazy(async () => {
			const { registerCompletions } = await import("../vscode/completions/registerCompletions");
			host.own(
				registerCompletions(
					host,
					await gateways(),
					async (...asked) => (await search.peek())?.findKnown(...asked) ?? [],
				),
			);
		}),
		search: lazy(async () => {
			const [loaded, searching] = await Promise.all([import("../vscode/search/registerSearch"), search()]);
			const attaching = async () => (await chat()).chat;
			const feature = loaded.registerSearch({ commands, search: searching, workspaceState, chat: attaching });
			host.own(feature);
			return feature;
		}),
	};
	return { gateways, features };
}
