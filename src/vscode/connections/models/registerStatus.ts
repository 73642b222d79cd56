import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import type { Clock } from "../../../core/base/ports";
import type { Connection } from "../../../core/connections/connection";
import {
	type ConnectionStatus,
	type ConnectionStatusStore,
	disconnected,
	nextDayOf,
} from "../../../core/connections/connectionStatus";
import type { ConnectionStore } from "../../../core/connections/connectionStore";
import { keyStateText, needsAttention } from "../../../core/connections/keyState";
import type { KeyStore } from "../../../core/connections/keyStore";
import type { ModelCatalog } from "../../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../../core/connections/models/modelChoice";
import { inertMessage, inertName } from "../../../shared/untrusted/inertText";

interface StatusDeps {
	readonly gateways: {
		readonly connections: ConnectionStore;
		readonly keys: KeyStore;
		readonly catalog: ModelCatalog;
		readonly models: ModelChoice;
	};
	readonly clock: Clock;
	readonly savedStatus: ConnectionStatusStore;
	/** Identifies the state, besides the gateways' own, with which the status is created. */
	readonly fingerprint: () => string;
	/** Shows the status. */
	show(connectionStatus: ConnectionStatus): void;
	onError(error: unknown): void;
}

/** Interval at which the days left are counted, in milliseconds. */
const interval = 60 * 60 * 1000;

/** Shows the current status whenever it may have changed, and saves it for the windows that open next. */
export function registerStatus(deps: StatusDeps): vscode.Disposable {
	const { gateways, clock, savedStatus, fingerprint, show, onError } = deps;
	const { connections, keys, catalog, models } = gateways;
	const disposables = new Disposables();

	/** Returns the problem that prevents requests from being answered; `undefined` when none is known. */
	const troubleOf = (connection: Connection): string | undefined => {
		if (connections.addresses.question(connection)) return vscode.l10n.t("the address is not confirmed");
		const key = keys.stateOf(connection.base.origin, clock.now());
		return needsAttention(key) ? keyStateText(key) : undefined;
	};
	const connectionStatus = (): ConnectionStatus => {
		const connection = connections.current;
		if (!connection) return disconnected;
		const model = models.current(connection) ?? vscode.l10n.t("no model");
		const trouble = troubleOf(connection);
		const key = trouble ?? keyStateText(keys.stateOf(connection.base.origin, clock.now()));
		const name = inertName(connection.name);
		const tooltip = inertMessage(
			vscode.l10n.t("Gatehouse: {0} on {1} ({2}). Click to switch.", inertName(model), name, key),
		);
		const unconfirmed = connections.addresses.question(connection) !== undefined;
		return { connected: true, unconfirmed, status: { model, tooltip, trouble: trouble !== undefined } };
	};
	/**
	 * Returns whether the user has yet to be asked about a changed address. The status is not saved then: a window that
	 * shows a saved status does not ask.
	 */
	const isAskedAboutMove = (): boolean => {
		const { current, addresses } = connections;
		return current !== undefined && addresses.question(current)?.type === "moved" && !addresses.isDeclined(current);
	};
	const update = () => {
		const now = connectionStatus();
		show(now);
		// In the focused window, every reminder that is due has been shown; other windows have yet to show it.
		if (!vscode.window.state.focused || isAskedAboutMove()) return;
		const facts = connections.all().map(({ base }) => keys.facts(base.origin));
		const until = nextDayOf(facts, clock.now());
		savedStatus
			.save({ of: fingerprint(), ...(until === undefined ? {} : { until }), connectionStatus: now })
			.catch(onError);
	};

	let timer = clock.after(interval, tick);
	function tick(): void {
		timer = clock.after(interval, tick);
		update();
	}
	disposables.add({ dispose: () => timer.dispose() });
	disposables.add(models.onDidChange(update));
	disposables.add(connections.onDidChange(update));
	disposables.add(catalog.onDidChange(update));
	disposables.add(keys.onDidChange(update));
	// There is no event when another window changes a key.
	disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && update()));
	update();
	return disposables;
}
