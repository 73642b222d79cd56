import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import {
	type ConnectionStatus,
	type ConnectionStatusStore,
	disconnected,
	type StatusView,
} from "../../core/connections/connectionStatus";
import type { Disposable } from "../../shared/disposable";
import { cutText } from "../../shared/untrusted/cutText";
import { inertMessage, inertName, withIcon } from "../../shared/untrusted/inertText";
import { limits } from "../../shared/untrusted/limits";
import { createStatusEntry, type StatusEntry } from "../adapters/messages";
import { commandIds } from "../commands";
import type { Settings } from "../settings";

/** Milliseconds that a timer waits at most: none can wait longer than 2^31, and it does not count while the computer sleeps. */
const longestWait = 6 * 60 * 60 * 1000;

interface DisplayDeps {
	readonly settings: Pick<Settings, "gateways" | "onDidChangeModel">;
	readonly secrets: { readonly onDidChange: (listener: () => void) => Disposable };
	readonly savedStatus: ConnectionStatusStore;
	readonly clock: Clock;
	/** Identifies what a saved status must have been created with. */
	readonly fingerprint: () => string;
}

/**
 * The status bar's entry and the context keys, by which menus, key bindings and the tool are offered. It shows the status
 * that was saved last, until the connection services are loaded and show the present one.
 */
export class ConnectionStatusDisplay implements Disposable {
	readonly #entry: StatusEntry = createStatusEntry("gatehouse.model", 90);
	#timer: Disposable | undefined;
	#isLive = false;
	#shown: ConnectionStatus = disconnected;

	constructor(private readonly deps: DisplayDeps) {
		this.#entry.name = inertName(vscode.l10n.t("Gatehouse Model"));
		this.#entry.command = commandIds.selectModel;
	}

	/** Whether a gateway is known. */
	get connected(): boolean {
		return this.#shown.connected;
	}

	/**
	 * Shows the saved status, also when it changes.
	 *
	 * @param load called when no saved status is valid: loads the connection services, which {@link show} the present one.
	 */
	showSaved(load: () => void): Disposable {
		const { settings, secrets, savedStatus, clock, fingerprint } = this.deps;
		const refresh = () => {
			this.#timer?.dispose();
			if (this.#isLive) return;
			if (settings.gateways.read().length === 0) return this.#draw(disconnected);
			const now = clock.now();
			const found = savedStatus.read(fingerprint(), now);
			if (!found) return load();
			if (found.until !== undefined) this.#timer = clock.after(Math.min(found.until - now, longestWait), refresh);
			this.#draw(found.connectionStatus);
		};
		const disposables = new Disposables();
		for (const event of [settings.gateways.onDidChange, settings.onDidChangeModel]) disposables.add(event(refresh));
		// A key that another window has changed: what that means is not saved yet.
		disposables.add(secrets.onDidChange(() => !this.#isLive && this.#shown.connected && load()));
		// What another window has saved comes without an event.
		disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && refresh()));
		refresh();
		return disposables;
	}

	/** Shows the present status in place of the saved one. */
	show(connectionStatus: ConnectionStatus): void {
		this.#isLive = true;
		this.#draw(connectionStatus);
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#entry.dispose();
	}

	#draw(connectionStatus: ConnectionStatus): void {
		this.#shown = connectionStatus;
		// Negative, because before Gatehouse is active the key is unset, and the palette should rather offer too much.
		void vscode.commands.executeCommand("setContext", "gatehouse.disconnected", !connectionStatus.connected);
		void vscode.commands.executeCommand("setContext", "gatehouse.addressUnconfirmed", connectionStatus.unconfirmed);
		if (connectionStatus.status) this.#drawStatus(connectionStatus.status);
		else this.#entry.hide();
	}

	#drawStatus({ model, tooltip, trouble }: StatusView): void {
		const entry = this.#entry;
		entry.text = withIcon(trouble ? "warning" : "comment-discussion", inertName(cutText(model, limits.statusLength)));
		entry.backgroundColor = trouble ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
		entry.tooltip = inertMessage(tooltip);
		entry.accessibilityInformation = { label: entry.tooltip, role: "button" };
		entry.show();
	}
}
