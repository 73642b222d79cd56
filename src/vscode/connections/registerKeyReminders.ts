import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock, Log, StateStore } from "../../core/base/ports";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { type KeyReminder, KeyReminders } from "../../core/connections/keyReminders";
import type { KeyStore } from "../../core/connections/keyStore";
import type { Disposable } from "../../shared/disposable";

interface ReminderDeps {
	readonly gateways: { readonly connections: ConnectionStore; readonly keys: KeyStore };
	readonly globalState: StateStore;
	readonly clock: Clock;
	readonly log: Log;
	/** Shows a reminder that is due. */
	remind(reminder: KeyReminder): void;
}

/**
 * Checks whether temporary keys are about to expire: after changes, at intervals, and when the window gets or loses the
 * focus.
 */
export function registerKeyReminders({ gateways, globalState, clock, log, remind }: ReminderDeps): Disposable {
	const { connections, keys } = gateways;
	const disposables = new Disposables();
	const reminders = disposables.add(
		new KeyReminders({
			connections: () => connections.all(),
			facts: (origin) => keys.facts(origin),
			state: globalState,
			clock,
			log,
			attended: () => vscode.window.state.focused,
			remind,
		}),
	);
	const check = () => reminders.check();
	disposables.add(keys.onDidChange(check));
	disposables.add(connections.onDidChange(check));
	disposables.add(vscode.window.onDidChangeWindowState(check));
	check();
	return disposables;
}
