import * as vscode from "vscode";
import { Emitter } from "../core/base/event";
import type { SettingScope } from "../core/base/renamedSettings";
import type { GatewayEntry } from "../core/connections/connection";
import type { GatewayList } from "../core/connections/connectionStore";
import type { ModelUse } from "../core/connections/models/chosenModelStore";
import type { ModelSettings } from "../core/connections/models/modelChoice";
import type { ChatRequest } from "../core/gateway/gateway";
import type { Timeouts } from "../core/gateway/transport/requestTimer";
import { isMaxTokens, isTemperature } from "../shared/chatParameters";
import type { Disposable } from "../shared/disposable";

/** Maximum time that a timer supports, in seconds. */
const longestTimeout = 2_000_000;

const parameterSettings = ["gatehouse.temperature", "gatehouse.maxTokens", "gatehouse.systemPrompt"];

/** The settings that determine which files are in the index, and how they are read. */
const indexFileSettings = ["files.exclude", "search.exclude", "gatehouse.index.exclude", "files.encoding"];

const modelSettings: Readonly<Record<ModelUse, string>> = { chat: "model", embedding: "embeddingModel" };

/** The typed configuration; the only reader and writer of `gatehouse.*`. */
export class Settings implements Disposable, ModelSettings {
	readonly #onDidChangeGateways = new Emitter<void>();
	readonly #onDidChangeModel = new Emitter<void>();
	readonly #onDidChangeEmbeddingModel = new Emitter<void>();
	readonly #onDidChangeParameters = new Emitter<void>();
	readonly #onDidChangeIndexEnabled = new Emitter<void>();
	readonly #onDidChangeIndexFiles = new Emitter<void>();
	readonly #listening = vscode.workspace.onDidChangeConfiguration((event) => {
		const fire = (emitter: Emitter<void>, names: readonly string[]) => {
			if (names.some((name) => event.affectsConfiguration(name))) emitter.fire();
		};
		fire(this.#onDidChangeGateways, ["gatehouse.gateways"]);
		fire(this.#onDidChangeModel, ["gatehouse.model"]);
		fire(this.#onDidChangeEmbeddingModel, ["gatehouse.embeddingModel"]);
		fire(this.#onDidChangeIndexEnabled, ["gatehouse.index.enabled"]);
		fire(this.#onDidChangeIndexFiles, indexFileSettings);
		fire(this.#onDidChangeParameters, parameterSettings);
	});

	readonly onDidChangeModel = this.#onDidChangeModel.event;
	readonly onDidChangeEmbeddingModel = this.#onDidChangeEmbeddingModel.event;
	/** Fires when searching by meaning is switched on or off. */
	readonly onDidChangeIndexEnabled = this.#onDidChangeIndexEnabled.event;
	/** Fires when a setting that determines which files are in the index, or how they are read, has changed. */
	readonly onDidChangeIndexFiles = this.#onDidChangeIndexFiles.event;
	/** Fires when a parameter or the system prompt, which are sent with each request, has changed. */
	readonly onDidChangeParameters = this.#onDidChangeParameters.event;

	/**
	 * The known gateways. Only the user's own value is used, never a workspace's: a cloned folder must not be able to
	 * determine where requests are sent.
	 */
	readonly gateways: GatewayList = {
		read: () => {
			const value = this.#section().inspect<unknown>("gateways")?.globalValue;
			return Array.isArray(value) ? value.filter(isGatewayEntry) : [];
		},
		write: async (entries) => {
			const value = this.#section().inspect<unknown>("gateways")?.globalValue;
			// Invalid entries are the user's own and are kept.
			const unread = Array.isArray(value) ? value.filter((entry) => !isGatewayEntry(entry)) : [];
			await this.#section().update("gateways", [...unread, ...entries], vscode.ConfigurationTarget.Global);
		},
		onDidChange: this.#onDidChangeGateways.event,
	};

	/** The model for chat, if the gateway lists it; if empty, the model chosen for the gateway. */
	get model(): string {
		return this.#section().get("model", "");
	}

	/** The model for embeddings, if the gateway lists it; if empty, the model chosen for the gateway. */
	get embeddingModel(): string {
		return this.#section().get("embeddingModel", "");
	}

	userModel(use: ModelUse): string {
		const value = this.#section().inspect<unknown>(modelSettings[use])?.globalValue;
		return typeof value === "string" ? value : "";
	}

	async removeUserModel(use: ModelUse): Promise<void> {
		await this.#section().update(modelSettings[use], undefined, vscode.ConfigurationTarget.Global);
	}

	/** Whether the workspace may be indexed and searched by meaning. */
	get indexEnabled(): boolean {
		return this.#section().get("index.enabled", true);
	}

	/** Returns the globs of files that are excluded from the index alone. */
	indexExclude(folder: vscode.Uri): readonly string[] {
		const globs = this.#section(folder).get<unknown>("index.exclude");
		return Array.isArray(globs) ? globs.filter((glob) => typeof glob === "string") : [];
	}

	/**
	 * How code is completed with each gateway: the user's value, never a workspace's; `undefined` if never turned on.
	 * `completionSetting` writes it, and `completionChoice` reads it.
	 */
	get completions(): unknown {
		return this.#section().inspect<unknown>("completions")?.globalValue;
	}

	get systemPrompt(): string {
		return this.#section().get("systemPrompt", "");
	}

	/** Whether the open file goes with the next question unless the user removes it. */
	get attachesOpenFile(): boolean {
		return this.#section().get<unknown>("attachOpenFile") === true;
	}

	/** The parameters sent with each request; those that are not set are not sent. */
	get parameters(): Pick<ChatRequest, "temperature" | "maxTokens"> {
		const temperature = this.#section().get<unknown>("temperature");
		const maxTokens = this.#section().get<unknown>("maxTokens");
		return {
			...(isTemperature(temperature) ? { temperature } : {}),
			...(isMaxTokens(maxTokens) ? { maxTokens } : {}),
		};
	}

	/** Time limits for the parts of a request, in seconds; invalid values count as not set. */
	get timeouts(): Timeouts {
		return {
			connect: secondsOf(this.#section().get("timeouts.connect"), 15),
			firstByte: secondsOf(this.#section().get("timeouts.firstByte"), 180),
			silence: secondsOf(this.#section().get("timeouts.silence"), 120),
		};
	}

	/** The scopes in which settings are stored: the user's, the workspace's, then each folder's. */
	get scopes(): readonly SettingScope[] {
		const folders = vscode.workspace.workspaceFolders ?? [];
		return [
			this.#scope(vscode.ConfigurationTarget.Global, "globalValue"),
			...(folders.length > 0 ? [this.#scope(vscode.ConfigurationTarget.Workspace, "workspaceValue")] : []),
			...folders.map(({ uri }) => this.#scope(vscode.ConfigurationTarget.WorkspaceFolder, "workspaceFolderValue", uri)),
		];
	}

	dispose(): void {
		this.#listening.dispose();
	}

	#scope(
		target: vscode.ConfigurationTarget,
		value: "globalValue" | "workspaceValue" | "workspaceFolderValue",
		folder?: vscode.Uri,
	): SettingScope {
		return {
			get: (name) => this.#section(folder).inspect<unknown>(name)?.[value],
			set: async (name, next) => this.#section(folder).update(name, next, target),
		};
	}

	#section(folder?: vscode.Uri): vscode.WorkspaceConfiguration {
		return vscode.workspace.getConfiguration("gatehouse", folder);
	}
}

function secondsOf(value: unknown, unset: number): number {
	return typeof value === "number" && value >= 0 ? Math.min(value, longestTimeout) : unset;
}

function isGatewayEntry(value: unknown): value is GatewayEntry {
	if (typeof value !== "object" || value === null) return false;
	const { name, url, appendV1, keysPage } = value as Record<string, unknown>;
	const isOptional = (field: unknown, type: string) => field === undefined || typeof field === type;
	return (
		typeof name === "string" &&
		typeof url === "string" &&
		isOptional(appendV1, "boolean") &&
		isOptional(keysPage, "string")
	);
}
