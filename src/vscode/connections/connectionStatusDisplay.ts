import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock, StateStore } from "../../core/base/ports";
import {
	type ConnectionStatus,
	type ConnectionStatusStore,
	disconnected,
	type StatusView,
} from "../../core/connections/connectionStatus";
import type { Disposable } from "../../shared/disposable";
import { cutText } from "../../shared/untrusted/cutText";
import { type InertText, inertMessage, inertName, withIcon } from "../../shared/untrusted/inertText";
import { statusLength } from "../../shared/untrusted/shownLengths";
import { createStatusEntry, type StatusEntry } from "../adapters/messages";
import { commandIds } from "../commands";
import type { Settings } from "../settings";

/** Maximum time of a timer, in milliseconds: timers cannot exceed 2^31 ms, and stop while the computer sleeps. */
const longestWait = 6 * 60 * 60 * 1000;

/** The key in the global state for whether there has ever been a gateway. */
const connectedKey = "gatehouse.wasConnected";

interface DisplayDeps {
	readonly settings: Pick<Settings, "gateways" | "onDidChangeModel">;
	readonly secrets: { readonly onDidChange: (listener: () => void) => Disposable };
	readonly globalState: StateStore;
	readonly savedStatus: ConnectionStatusStore;
	readonly clock: Clock;
	/** Identifies the state with which a saved status must have been created to be valid. */
	readonly fingerprint: () => string;
}

/**
 * The status bar's entry and the context keys, by which menus, key bindings and the tool are offered. Shows the last
 * saved status until the connection services are loaded and show the current one.
 */
export class ConnectionStatusDisplay implements Disposable {
	readonly #entry: StatusEntry = createStatusEntry("gatehouse.model", 90);
	#timer: Disposable | undefined;
	#isLive = false;
	#shown: ConnectionStatus = disconnected;

	constructor(private readonly deps: DisplayDeps) {
		this.#entry.name = inertName(vscode.l10n.t("Gatehouse Model"));
	}

	/** Whether a gateway is known. */
	get connected(): boolean {
		return this.#shown.connected;
	}

	/**
	 * Shows the saved status, also when it changes.
	 *
	 * @param load called when no saved status is valid: loads the connection services, which {@link show} the current
	 * one.
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
		// Another window has changed a key, and has not saved the new status yet.
		disposables.add(secrets.onDidChange(() => !this.#isLive && this.#shown.connected && load()));
		// There is no event when another window saves something.
		disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && refresh()));
		refresh();
		return disposables;
	}

	/** Shows the current status in place of the saved one. */
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
		void vscode.commands.executeCommand("setContext", "gatehouse.connected", connectionStatus.connected);
		void vscode.commands.executeCommand("setContext", "gatehouse.addressUnconfirmed", connectionStatus.unconfirmed);
		const { globalState } = this.deps;
		const wasConnected = globalState.get(connectedKey) === true;
		if (connectionStatus.connected && !wasConnected) void globalState.set(connectedKey, true);
		if (connectionStatus.status) this.#drawStatus(connectionStatus.status);
		else if (connectionStatus.connected || wasConnected) this.#entry.hide();
		else this.#drawOffer();
	}

	/** Offers to connect, until the user has done so once. */
	#drawOffer(): void {
		const tooltip = vscode.l10n.t("Gatehouse has no gateway yet. Click to connect.");
		const text = inertName(vscode.l10n.t("Connect Gatehouse"));
		this.#drawEntry(withIcon("comment-discussion", text), inertMessage(tooltip), commandIds.connect);
	}

	#drawStatus({ model, tooltip, trouble }: StatusView): void {
		const text = withIcon(trouble ? "warning" : "comment-discussion", inertName(cutText(model, statusLength)));
		this.#drawEntry(text, inertMessage(tooltip), commandIds.selectModel);
		this.#entry.backgroundColor = trouble ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
	}

	#drawEntry(text: InertText, tooltip: InertText, command: string): void {
		const entry = this.#entry;
		entry.text = text;
		entry.tooltip = tooltip;
		entry.command = command;
		entry.backgroundColor = undefined;
		entry.accessibilityInformation = { label: tooltip, role: "button" };
		entry.show();
	}
}
