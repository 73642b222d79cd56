import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import { loggedError } from "../../core/gateway/errors/loggedError";
import type { GatewayServices } from "../../core/gateway/request/sender";
import type { Disposable } from "../../shared/disposable";
import { sharedRequestsOnDisk } from "../adapters/sharedRequestsOnDisk";
import type { Commands } from "../commands";
import type { Settings } from "../settings";
import { indexExcludes } from "../workspace/vscodeSettings";
import { completionSetting } from "./completionSetting";
import { CompletionWindow, type CompletionWindowDeps } from "./completionWindow";
import type { FindIndexed } from "./indexedPlaces";

interface CompletionHost {
	readonly commands: Commands;
	readonly settings: Settings;
	/** The folder of files that all windows share. */
	readonly globalStorageUri: vscode.Uri;
}

interface CompletionGateways
	extends Pick<CompletionWindowDeps, "connections" | "keys" | "catalog" | "capabilities" | "ledger"> {
	readonly models: ModelChoice;
	readonly gatewayServices: GatewayServices;
}

/** Registers the completions of code, and the command that turns them on. */
export function registerCompletions(
	{ commands, settings, globalStorageUri }: CompletionHost,
	gateways: CompletionGateways,
	findIndexed: FindIndexed,
): Disposable {
	const disposables = new Disposables();
	const { connections, keys, catalog, capabilities, ledger, gatewayServices } = gateways;
	const { limits, clock, log, random } = gatewayServices;
	const setting = completionSetting(settings);
	const excludes = (folder: vscode.Uri) => indexExcludes(settings, folder);
	const requestsFolder = vscode.Uri.joinPath(globalStorageUri, "completions").fsPath;
	const requests = sharedRequestsOnDisk(requestsFolder, clock, (error) => {
		log.warn(`The completions of other windows are not counted: ${loggedError(error)}`);
	});
	disposables.add(
		new CompletionWindow({
			...{ connections, keys, catalog, capabilities, ledger, limits },
			...{ setting, excludes, findIndexed, requests, clock, log },
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
