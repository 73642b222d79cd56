import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import { disconnected, type Standing, type StandingStore, type StatusView } from "../../core/connections/standing";
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
	readonly kept: StandingStore;
	readonly clock: Clock;
	/** What a kept standing must have been made with. */
	readonly madeWith: () => string;
}

/**
 * The status bar's entry and the context keys, by which menus, key bindings and the tool are offered. It shows the standing
 * that was kept last, until the connection services are loaded and show the present one.
 */
export class StandingDisplay implements Disposable {
	readonly #entry: StatusEntry = createStatusEntry("gatehouse.model", 90);
	#timer: Disposable | undefined;
	#isLive = false;
	#shown: Standing = disconnected;

	constructor(private readonly deps: DisplayDeps) {
		this.#entry.name = inertName(vscode.l10n.t("Gatehouse Model"));
		this.#entry.command = commandIds.selectModel;
	}

	/** Whether a gateway is known. */
	get connected(): boolean {
		return this.#shown.connected;
	}

	/**
	 * Shows the kept standing, also when it changes.
	 *
	 * @param load called when the kept one does not hold: loads the connection services, which {@link show} the present one.
	 */
	showKept(load: () => void): Disposable {
		const { settings, secrets, kept, clock, madeWith } = this.deps;
		const refresh = () => {
			this.#timer?.dispose();
			if (this.#isLive) return;
			if (settings.gateways.read().length === 0) return this.#draw(disconnected);
			const now = clock.now();
			const found = kept.read(madeWith(), now);
			if (!found) return load();
			if (found.until !== undefined) this.#timer = clock.after(Math.min(found.until - now, longestWait), refresh);
			this.#draw(found.standing);
		};
		const disposables = new Disposables();
		for (const event of [settings.gateways.onDidChange, settings.onDidChangeModel]) disposables.add(event(refresh));
		// A key that another window has changed: what that means is not kept yet.
		disposables.add(secrets.onDidChange(() => !this.#isLive && this.#shown.connected && load()));
		// What another window has kept comes without an event.
		disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && refresh()));
		refresh();
		return disposables;
	}

	/** Shows the present standing; what is kept is not shown any more. */
	show(standing: Standing): void {
		this.#isLive = true;
		this.#draw(standing);
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#entry.dispose();
	}

	#draw(standing: Standing): void {
		this.#shown = standing;
		// Negative, because before Gatehouse is active the key is unset, and the palette should rather offer too much.
		void vscode.commands.executeCommand("setContext", "gatehouse.disconnected", !standing.connected);
		void vscode.commands.executeCommand("setContext", "gatehouse.addressUnconfirmed", standing.unconfirmed);
		if (standing.status) this.#drawStatus(standing.status);
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
