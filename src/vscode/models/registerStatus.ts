import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { keyStateText, needsAttention } from "../../core/connections/keyState";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelCatalog } from "../../core/models/modelCatalog";
import type { ModelChoice } from "../../core/models/modelChoice";
import { cutText } from "../../shared/untrusted/cutText";
import { inertMessage, inertName, withIcon } from "../../shared/untrusted/inertText";
import { limits } from "../../shared/untrusted/limits";
import { createStatusEntry } from "../adapters/messages";
import { commandIds } from "../commands";

interface StatusDeps {
	readonly connections: ConnectionStore;
	readonly keys: KeyStore;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	readonly clock: Clock;
}

/** So often the days left are counted anew, in milliseconds. */
const interval = 60 * 60 * 1000;

/** The status bar's entry: the model that answers, and on pointing at it the gateway and how its key stands. */
export function registerStatus({ connections, keys, catalog, models, clock }: StatusDeps): vscode.Disposable {
	const disposables = new Disposables();
	const status = disposables.add(createStatusEntry("gatehouse.model", 90));
	status.name = inertName(vscode.l10n.t("Gatehouse Model"));
	status.command = commandIds.selectModel;

	/** What keeps requests from being answered; `undefined` when nothing is known to. */
	const troubleOf = (connection: Connection): string | undefined => {
		if (connections.addresses.question(connection)) return vscode.l10n.t("the address is not confirmed");
		const key = keys.stateOf(connection.base.origin, clock.now());
		return needsAttention(key) ? keyStateText(key) : undefined;
	};
	const show = () => {
		const connection = connections.current;
		if (!connection) return status.hide();
		const model = models.current(connection) ?? vscode.l10n.t("no model");
		const trouble = troubleOf(connection);
		const key = trouble ?? keyStateText(keys.stateOf(connection.base.origin, clock.now()));
		status.text = withIcon(trouble ? "warning" : "comment-discussion", inertName(cutText(model, limits.statusLength)));
		status.backgroundColor = trouble ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
		const name = inertName(connection.name);
		status.tooltip = inertMessage(
			vscode.l10n.t("Gatehouse: {0} on {1} ({2}). Click to switch.", inertName(model), name, key),
		);
		status.accessibilityInformation = { label: status.tooltip, role: "button" };
		status.show();
	};

	let timer = clock.after(interval, tick);
	function tick(): void {
		timer = clock.after(interval, tick);
		show();
	}
	disposables.add({ dispose: () => timer.dispose() });
	disposables.add(models.onDidChange(show));
	disposables.add(connections.onDidChange(show));
	disposables.add(catalog.onDidChange(show));
	disposables.add(keys.onDidChange(show));
	// What another window wrote of a key comes without an event.
	disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && show()));
	show();
	return disposables;
}
