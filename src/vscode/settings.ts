import * as vscode from "vscode";
import { Emitter } from "../core/base/event";
import type { GatewayEntry } from "../core/connections/connection";
import type { GatewayList } from "../core/connections/connectionStore";
import type { ChatRequest } from "../core/wire/gateway";
import type { Disposable } from "../shared/disposable";

/** The typed configuration; the only reader and writer of `gatehouse.*`. */
export class Settings implements Disposable {
	readonly #onDidChangeGateways = new Emitter<void>();
	readonly #onDidChangeModel = new Emitter<void>();
	readonly #listening = vscode.workspace.onDidChangeConfiguration((event) => {
		if (event.affectsConfiguration("gatehouse.gateways")) this.#onDidChangeGateways.fire();
		if (event.affectsConfiguration("gatehouse.model")) this.#onDidChangeModel.fire();
	});

	readonly onDidChangeModel = this.#onDidChangeModel.event;

	/**
	 * The known gateways. Only the user's own value counts, never a workspace's: a cloned folder must not be able to say
	 * where requests go.
	 */
	readonly gateways: GatewayList = {
		read: () => {
			const value = this.#section().inspect<unknown>("gateways")?.globalValue;
			return Array.isArray(value) ? value.filter(isGatewayEntry) : [];
		},
		write: async (entries) => {
			const value = this.#section().inspect<unknown>("gateways")?.globalValue;
			// What cannot be read is the user's own affair: it stays.
			const unread = Array.isArray(value) ? value.filter((entry) => !isGatewayEntry(entry)) : [];
			await this.#section().update("gateways", [...unread, ...entries], vscode.ConfigurationTarget.Global);
		},
		onDidChange: this.#onDidChangeGateways.event,
	};

	/** The chosen model's id; empty when none is chosen. */
	get model(): string {
		return this.#section().get("model", "");
	}

	/** Writes the user's value. A workspace's own stays, and goes before it. */
	async setModel(model: string): Promise<void> {
		await this.#section().update("model", model, vscode.ConfigurationTarget.Global);
	}

	get systemPrompt(): string {
		return this.#section().get("systemPrompt", "");
	}

	/** What goes with each request; what is not set is not sent. */
	get parameters(): Pick<ChatRequest, "temperature" | "maxTokens"> {
		const temperature = this.#section().get<unknown>("temperature");
		const maxTokens = this.#section().get<unknown>("maxTokens");
		return {
			...(typeof temperature === "number" && temperature >= 0 && temperature <= 1 ? { temperature } : {}),
			...(typeof maxTokens === "number" && Number.isInteger(maxTokens) && maxTokens > 0 ? { maxTokens } : {}),
		};
	}

	dispose(): void {
		this.#listening.dispose();
	}

	#section(): vscode.WorkspaceConfiguration {
		return vscode.workspace.getConfiguration("gatehouse");
	}
}

function isGatewayEntry(value: unknown): value is GatewayEntry {
	if (typeof value !== "object" || value === null) return false;
	const { name, url, keysPage } = value as Record<string, unknown>;
	return (
		typeof name === "string" && typeof url === "string" && (keysPage === undefined || typeof keysPage === "string")
	);
}
