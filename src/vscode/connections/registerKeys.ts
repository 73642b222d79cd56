import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { KeyReminder } from "../../core/connections/keyReminders";
import type { Disposable } from "../../shared/disposable";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import type { Commands } from "../commands";
import type { KeyActions } from "./keyActions";

interface KeyDeps {
	readonly commands: Commands;
	readonly gateways: { readonly connections: ConnectionStore };
	readonly keyActions: KeyActions;
}

/** The commands for keys. */
interface KeyFeature extends Disposable {
	/** Notifies the user that a temporary key expires, and offers to renew it. */
	remind(reminder: KeyReminder): Promise<void>;
}

/** Registers the commands that set, renew and delete keys, and the reminders before a key expires. */
export function registerKeys({ commands, gateways, keyActions }: KeyDeps): KeyFeature {
	const { connections } = gateways;
	const disposables = new Disposables();
	disposables.add(commands.register("setApiKey", () => keyActions.set(connections.required())));
	disposables.add(commands.register("renewApiKey", () => keyActions.renew(connections.required())));
	disposables.add(commands.register("deleteApiKey", () => keyActions.delete(connections.required())));
	disposables.add(commands.register("openMyKeys", () => keyActions.openPage(connections.required())));
	return { remind: (reminder) => showReminder(reminder, keyActions), dispose: () => disposables.dispose() };
}

async function showReminder({ connection, days }: KeyReminder, actions: KeyActions): Promise<void> {
	const renewed = inertName(vscode.l10n.t("Mark as Renewed"));
	const open = inertName(vscode.l10n.t("Open My Keys"));
	const chosen = await notify("warning", inertLine(reminderText(connection.name, days)), renewed, open);
	if (chosen === renewed) return actions.renew(connection);
	if (chosen !== open) return;
	await actions.openPage(connection);
	// The notification closed with its button; after visiting the page, the user needs a way to confirm the renewal.
	const after = vscode.l10n.t(
		"Have you renewed the key for {0}? If so, its validity starts again today.",
		connection.name,
	);
	if ((await notify("info", inertLine(after), renewed)) === renewed) await actions.renew(connection);
}

function reminderText(name: string, days: number): string {
	if (days === 0) return vscode.l10n.t("The temporary key for {0} has expired. Renew it in “My keys”.", name);
	if (days === 1) return vscode.l10n.t("The temporary key for {0} expires within a day. Renew it in “My keys”.", name);
	return vscode.l10n.t("The temporary key for {0} expires in {1} days. Renew it in “My keys”.", name, days);
}
