import type * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import type { GatewayServices } from "../../core/gateway/request/sender";
import type { Disposable } from "../../shared/disposable";
import type { Commands } from "../commands";
import type { Settings } from "../settings";
import { indexExcludes } from "../workspace/vscodeSettings";
import { completionSetting } from "./completionSetting";
import { CompletionWindow, type CompletionWindowDeps } from "./completionWindow";
import type { FindIndexed } from "./indexedPlaces";

interface CompletionHost {
	readonly commands: Commands;
	readonly settings: Settings;
}

interface CompletionGateways
	extends Pick<CompletionWindowDeps, "connections" | "keys" | "catalog" | "capabilities" | "ledger"> {
	readonly models: ModelChoice;
	readonly gatewayServices: GatewayServices;
}

/** Registers the completions of code, and the command that turns them on. */
export function registerCompletions(
	{ commands, settings }: CompletionHost,
	gateways: CompletionGateways,
	findIndexed: FindIndexed,
): Disposable {
	const disposables = new Disposables();
	const { connections, keys, catalog, capabilities, ledger, gatewayServices } = gateways;
	const { limits, clock, log, random } = gatewayServices;
	const setting = completionSetting(settings);
	const excludes = (folder: vscode.Uri) => indexExcludes(settings, folder);
	disposables.add(
		new CompletionWindow({
			...{ connections, keys, catalog, capabilities, ledger, limits },
			...{ setting, excludes, findIndexed, clock, log },
		}),
	);
	disposables.add(
		commands.register("turnOnCompletions", async () => {
			const { turnOnCompletions } = await import("./turnOnCompletions");
			await turnOnCompletions({
				...{ connections, catalog, capabilities, models: gateways.models, limits },
				...{ setting, clock, random },
				onError: (error) => void commands.show(error),
			});
		}),
	);
	return disposables;
}
